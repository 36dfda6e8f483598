package io.toppar.domain;

import java.util.List;

/**
 * What a {@link CommitMachine} wants done.
 *
 * <p>Called on the owner's thread from inside an input of the machine, and must not call back into
 * it. Every store, load, delete and listing ends by exactly one of {@link #stored}, {@link
 * #loaded}, {@link #deleted}, {@link #listed} and {@link #failed}, those of one partition in the
 * order in which they were given.
 */
public interface CommitEffects {

  /** Ask any broker which one coordinates the group. */
  void findCoordinator(long deadlineNanos);

  /** Ask the coordinator to commit these offsets, no partition twice; one request at a time. */
  void commitOffsets(int brokerId, List<OffsetToCommit> offsets, long deadlineNanos);

  /**
   * Ask the coordinator what is committed, no partition twice; one request at a time. Offsets of
   * transactions that have not ended are waited for ({@code requireStable}).
   */
  void fetchOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos);

  /**
   * Ask the coordinator for everything that is committed; one request at a time. What a transaction
   * that has not ended has committed, too, is told to be unstable.
   */
  void fetchAllOffsets(int brokerId, long deadlineNanos);

  /** Ask the coordinator to forget these, no partition twice; one request at a time. */
  void deleteOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos);

  /** A store has succeeded. */
  void stored(long ticket);

  /** A load has succeeded; the offset is {@link Offsets#INVALID} if nothing is committed. */
  void loaded(long ticket, CommittedOffset committed);

  /** A delete has succeeded, or there was nothing to forget. */
  void deleted(long ticket);

  /** A listing has succeeded: partitions with an offset, or an error in place of it. */
  void listed(long ticket, List<CommittedOffset> committed);

  /**
   * An operation has failed; what was committed before is kept, unless a request of it was never
   * answered.
   *
   * @param lasting whether trying again cannot help before somebody acts
   * @param detail one line: what, where and why
   */
  void failed(long ticket, ErrorCode error, boolean lasting, String detail);
}
