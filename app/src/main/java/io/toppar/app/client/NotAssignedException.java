package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;

/**
 * A call about a partition that is not assigned; the consumer lives on (B044).
 *
 * <p>A mistake of the caller, thrown at once: assign the partition first. Immutable, any thread.
 */
public final class NotAssignedException extends PartitionException {

  private static final long serialVersionUID = 1L;

  /** Names the call and the partition. */
  public NotAssignedException(String call, TopicPartition topicPartition) {
    super(
        topicPartition,
        ErrorCode.LOCAL_STATE,
        Offsets.INVALID,
        call + " needs an assigned partition; assign it first");
  }
}
