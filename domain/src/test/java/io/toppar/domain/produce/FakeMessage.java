package io.toppar.domain.produce;

/** A message that is nothing but a name and the partition it asks for. */
final class FakeMessage extends UnassignedMessage {

  final String name;
  private final int partition;
  private final long oldestNanos;

  FakeMessage(String name, int partition, long oldestNanos) {
    this.name = name;
    this.partition = partition;
    this.oldestNanos = oldestNanos;
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public int sizeBytes() {
    return 1;
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
