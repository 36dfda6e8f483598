package io.toppar.domain;

/**
 * What a toppar wants done: the control effects it pushes while it handles an input.
 *
 * <p>Called on the owner's thread, in order, from inside an input of the toppar. An implementation
 * must not call back into the toppar: outcomes arrive later, as facts that carry the version given
 * here.
 */
public interface TopparEffects {

  /** Load the stored offset; answered by {@code Toppar.onStoredOffset} or its failure twin. */
  void loadStoredOffset(Toppar toppar, int version);

  /**
   * Look an offset up on the leader (S14, F26: never on a follower).
   *
   * @param brokerId the leader
   * @param leaderEpoch the epoch to be fenced by, or -1
   * @param timestamp a wall-clock millisecond 0 or greater, {@link Offsets#BEGINNING} or {@link
   *     Offsets#END}
   */
  void listOffsets(Toppar toppar, int version, int brokerId, int leaderEpoch, long timestamp);

  /**
   * Ask the leader where an epoch ends (KIP-320); answered by {@code Toppar.onEpochEnd} or its
   * failure twin.
   */
  void validateEpoch(
      Toppar toppar, int version, int brokerId, int currentLeaderEpoch, int leaderEpoch);

  /** Ask for metadata of the partition's topic, soon. */
  void refreshMetadata(Toppar toppar, RefreshReason reason);

  /**
   * Put the partition on the lane of this broker; -1 is the internal broker, which fetches nothing.
   */
  void delegate(Toppar toppar, int brokerId);

  /** Something that {@code Toppar.planFetch} looks at has changed: its lane should ask again. */
  void fetchChanged(Toppar toppar);

  /**
   * The op version has risen (start, stop, seek, or a rewind of its own): drop what was delivered
   * under an older version and not handed over yet.
   */
  void barrier(Toppar toppar, int version);

  /** Hand these records over to the application, after all delivered before. Ownership passes. */
  void deliver(Toppar toppar, int version, BatchHandle batches);

  /** Give these records back unread. Ownership passes. */
  void release(Toppar toppar, BatchHandle batches);

  /** Tell the application that everything up to this end offset has been delivered (F9). */
  void endOfPartition(Toppar toppar, int version, long offset);

  /** Tell the application of an error, in order with what was delivered. */
  void failed(Toppar toppar, int version, TopparError error);

  /** Tell log and application that the reset policy moved the position, and why (B074). */
  void positionReset(Toppar toppar, int version, long from, long to, String reason);

  /** Write the stored position; answered by {@code Toppar.onCommitted} or its failure twin. */
  void commit(Toppar toppar, long offset, int leaderEpoch);

  /** The stop that raised this version has ended. */
  void stopped(Toppar toppar, int version);
}
