package io.toppar.domain;

/** A handle without bytes behind it, which knows how often it was released. */
final class FakeBatches implements BatchHandle {

  private final long baseOffset;
  private final long nextOffset;
  private final int leaderEpoch;
  private final int recordCount;
  private int releases;

  FakeBatches(long baseOffset, long nextOffset, int leaderEpoch, int recordCount) {
    this.baseOffset = baseOffset;
    this.nextOffset = nextOffset;
    this.leaderEpoch = leaderEpoch;
    this.recordCount = recordCount;
  }

  /** The records from one offset up to, not including, another. */
  static FakeBatches of(long baseOffset, long nextOffset) {
    return new FakeBatches(baseOffset, nextOffset, 0, (int) (nextOffset - baseOffset));
  }

  int releases() {
    return releases;
  }

  @Override
  public int sizeBytes() {
    return 10 * Math.max(1, recordCount);
  }

  @Override
  public long baseOffset() {
    return baseOffset;
  }

  @Override
  public long nextOffset() {
    return nextOffset;
  }

  @Override
  public int leaderEpoch() {
    return leaderEpoch;
  }

  @Override
  public int recordCount() {
    return recordCount;
  }

  @Override
  public void release() {
    releases++;
  }

  @Override
  public String toString() {
    return baseOffset + ".." + nextOffset;
  }
}
