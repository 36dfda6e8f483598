package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;

/**
 * What a {@link ProduceMachine} wants done.
 *
 * <p>Called on the owner's thread from inside an input of the machine, and must not call back into
 * it.
 */
public interface ProduceEffects {

  /**
   * Complete this open batch, which is to be sent; then {@link ProduceMachine#onSealed}. Asked
   * once; of a batch that is being sealed already it means nothing.
   */
  void seal(MessageBatch batch);

  /**
   * Send this; ends by exactly one of {@link ProduceMachine#onProduced} and {@link
   * ProduceMachine#onProduceFailed}. Requests to one broker go out in this order, and each batch
   * with the id, epoch and sequence of its part.
   */
  void produce(ProduceRequest request);

  /**
   * Make smaller batches of this one, which is over; then {@link ProduceMachine#onSplit}. The parts
   * keep the place of the whole.
   */
  void split(MessageBatch batch);

  /**
   * Every message of the batch is in the log, as far as {@code acks} tells; the batch is over.
   *
   * @param baseOffset offset of the first message, or -1 where unknown
   * @param logAppendTimeMillis the time the broker gave them, or -1 if they kept their own
   */
  void delivered(MessageBatch batch, long baseOffset, long logAppendTimeMillis);

  /**
   * The messages of the batch have failed for good; the batch is over. It may be an open one: what
   * was appended to it has failed, and nothing more may be.
   */
  void failed(MessageBatch batch, ProduceFailure failure);

  /**
   * Choose the partition of this message among so many, or check the one that was named; append it
   * there, then {@link ProduceMachine#onAssigned}; or {@link ProduceMachine#onAssignFailed}. Called
   * in the order in which messages of one topic came, and what is appended must keep it.
   */
  void assign(ProduceTopic topic, UnassignedMessage message, int partitionCount);

  /** A message that never had a partition has failed for good. */
  void unassignedFailed(UnassignedMessage message, ProduceFailure failure);

  /**
   * Ask for a producer id, always a new one: epochs are raised without asking (KIP-360 does it for
   * transactions alone); ends by exactly one of {@link ProduceMachine#onProducerId} and {@link
   * ProduceMachine#onProducerIdFailed}. One at a time.
   */
  void initProducerId(long deadlineNanos);

  /** Ask for metadata of a partition's topic soon. */
  void refreshMetadata(TopicPartition partition, RefreshReason reason);

  /** A reply named a newer leader (KIP-951, M10). */
  void leaderHint(TopicPartition partition, int leaderId, int leaderEpoch);

  /** What a flush waited for has ended. */
  void flushed(long ticket);

  /**
   * Nothing can be produced any more (P1, P16-P20): whatever is queued fails by this, and whatever
   * comes.
   */
  void fatal(ErrorCode code, String detail);
}
