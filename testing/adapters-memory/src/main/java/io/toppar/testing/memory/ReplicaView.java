package io.toppar.testing.memory;

/**
 * How far one replica has a log, and how far it lets it be read. Immutable.
 *
 * @param start where its log starts
 * @param end where its log ends
 * @param highWatermark what it may show of it
 * @param lastStableOffset what it may show to readers of committed records
 */
record ReplicaView(long start, long end, long highWatermark, long lastStableOffset) {

  /** The leader's: all of it. */
  static ReplicaView of(PartitionLog log) {
    return new ReplicaView(log.start(), log.end(), log.end(), log.lastStableOffset());
  }

  /** That of a follower, which has and knows no more than this. */
  ReplicaView upTo(long logEnd, long shown) {
    long heldEnd = Math.min(end, logEnd);
    long heldShown = Math.min(heldEnd, Math.min(highWatermark, shown));
    return new ReplicaView(start, heldEnd, heldShown, Math.min(lastStableOffset, heldShown));
  }
}
