package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

/** A frame over an array of its own that counts its references; it begins with one. */
final class HeapFrame implements FrameMemory {

  private final byte[] array;
  private int references = 1;

  HeapFrame(byte[] array) {
    this.array = array;
  }

  @Override
  public byte[] array() {
    assertThat(references).as("references of a frame in use").isPositive();
    return array;
  }

  @Override
  public void retain() {
    references++;
  }

  @Override
  public void release() {
    assertThat(references).as("references before a release").isPositive();
    references--;
  }

  @Override
  public int sizeBytes() {
    return array.length;
  }

  int references() {
    return references;
  }
}
