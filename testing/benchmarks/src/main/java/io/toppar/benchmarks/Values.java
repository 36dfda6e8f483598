package io.toppar.benchmarks;

import java.util.SplittableRandom;

/**
 * Record values that compress about as well as log lines do: a first half that differs from record
 * to record, a second that is the same in all. The same sequence every time. Not thread-safe.
 */
public final class Values {

  private final SplittableRandom random = new SplittableRandom(1);
  private final int bytes;

  /** Values of this length each. */
  public Values(int bytes) {
    this.bytes = bytes;
  }

  /** The next value, an array of its own. */
  public byte[] next() {
    byte[] value = new byte[bytes];
    for (int i = 0; i < bytes / 2; i++) {
      value[i] = (byte) ('a' + random.nextInt(26));
    }
    for (int i = bytes / 2; i < bytes; i++) {
      value[i] = (byte) ('a' + i % 26);
    }
    return value;
  }
}
