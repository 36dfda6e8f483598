package io.toppar.domain;

/**
 * What a toppar wants done: the control effects it pushes while it handles an input.
 *
 * <p>Called on the owner's thread, in order, from inside an input of the toppar. An implementation
 * must not call back into the toppar: outcomes arrive later, as facts that carry the version given
 * here.
 */
public interface TopparEffects {

  /**
   * Load the stored offset; answered by {@link Toppar#onStoredOffset} or its failure twin.
   *
   * @param request names this request: the answer is given back with it. A request overtaken by a
   *     newer one, a leader change or a command is void, and its answer is dropped.
   */
  void loadStoredOffset(Toppar toppar, int request);

  /**
   * Look an offset up on the leader (S14, F26: never on a follower); answered by {@link
   * Toppar#onOffsetResolved} or its failure twin.
   *
   * @param request as for {@link #loadStoredOffset}
   * @param brokerId the leader
   * @param leaderEpoch the epoch to be fenced by, or -1
   * @param timestamp a wall-clock millisecond 0 or greater, {@link Offsets#BEGINNING} or {@link
   *     Offsets#END}
   */
  void listOffsets(Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp);

  /**
   * Look up on the leader the first offset whose record is not older than this when the request is
   * made (KIP-1106); answered like {@link #listOffsets}, by a negative offset where there is none.
   *
   * @param ageMillis milliseconds before the wall clock's present, 0 or greater
   */
  void listOffsetsByAge(Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis);

  /**
   * Ask the leader where an epoch ends (KIP-320); answered by {@link Toppar#onEpochEnd} or its
   * failure twin.
   *
   * @param request as for {@link #loadStoredOffset}
   */
  void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch);

  /** Ask for metadata of the partition's topic, soon. */
  void refreshMetadata(Toppar toppar, RefreshReason reason);

  /** A reply named a newer leader (KIP-951): apply it to the metadata at once (M10). */
  void leaderHint(Toppar toppar, int leaderId, int leaderEpoch);

  /**
   * Take the partition off the lane of this broker (M2). Answered by {@link Toppar#onLeft} once
   * nothing of it is under way there that still matters; what is read is dropped when it comes
   * late, so for reading that is at once.
   */
  void leave(Toppar toppar, int brokerId);

  /** Put the partition, which is on no lane, on that of this broker (M3). */
  void join(Toppar toppar, int brokerId);

  /** Something that {@link Toppar#planFetch} looks at has changed: its lane should ask again. */
  void fetchChanged(Toppar toppar);

  /**
   * The op version has risen (start, stop, seek, or a rewind of its own): drop what was delivered
   * under an older version and not handed over yet.
   */
  void barrier(Toppar toppar, int version);

  /**
   * Hand these records over to the application, after all delivered before. Ownership passes.
   *
   * <p>A handle whose {@link BatchHandle#recordCount} is 0 only moves the position (B094, B095): it
   * is not shown to the application, but it takes its place in the order and is reported by {@link
   * Toppar#onHandedOver} and {@link Toppar#onReleased} like the others.
   */
  void deliver(Toppar toppar, int version, BatchHandle batches);

  /** Give these records back unread. Ownership passes. */
  void release(Toppar toppar, BatchHandle batches);

  /** Tell the application that everything up to this end offset has been delivered (F9). */
  void endOfPartition(Toppar toppar, int version, long offset);

  /** Tell the application of an error, in order with what was delivered. */
  void failed(Toppar toppar, int version, TopparError error);

  /** Tell log and application that the reset policy moved the position, and why (B074). */
  void positionReset(Toppar toppar, int version, long from, long to, String reason);

  /** Write the stored position; answered by {@link Toppar#onCommitted} or its failure twin. */
  void commit(Toppar toppar, long offset, int leaderEpoch, String metadata);

  /** The stop that raised this version has ended. */
  void stopped(Toppar toppar, int version);
}
