package io.toppar.domain.produce;

/** A batch that is nothing but a name and its measures. */
final class FakeBatch extends MessageBatch {

  final String name;
  private final int messageCount;
  private final int sizeBytes;
  private final long oldestNanos;

  FakeBatch(String name, int messageCount, int sizeBytes, long oldestNanos) {
    this.name = name;
    this.messageCount = messageCount;
    this.sizeBytes = sizeBytes;
    this.oldestNanos = oldestNanos;
  }

  @Override
  public int messageCount() {
    return messageCount;
  }

  @Override
  public int sizeBytes() {
    return sizeBytes;
  }

  @Override
  public long oldestNanos() {
    return oldestNanos;
  }

  @Override
  public String toString() {
    return name;
  }
}
