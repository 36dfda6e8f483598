package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicState;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** SKELETON: signatures only, to be filled. */
@SuppressWarnings("DoNotCallSuggester")
public final class ProduceMachine {

  public ProduceMachine(ProduceConfig config, RandomGenerator random) {
    Objects.requireNonNull(config);
    Objects.requireNonNull(random);
  }

  /** The topic of this name; made if it is new, and then nothing is known of it. */
  public ProduceTopic topic(String name) {
    throw new UnsupportedOperationException(name);
  }

  /** A message came for a topic whose partitions are not known, or behind such a one. */
  public void onUnassigned(
      ProduceTopic topic, UnassignedMessage message, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** The driver has appended the message that it was asked to assign. */
  public void onAssigned(ProduceTopic topic, UnassignedMessage message) {
    throw new UnsupportedOperationException();
  }

  /**
   * The driver could not: the partitioner threw, the partition does not exist. It reports that
   * itself.
   */
  public void onAssignFailed(ProduceTopic topic, UnassignedMessage message) {
    throw new UnsupportedOperationException();
  }

  /** A batch was opened for a partition: it stands behind all opened before. */
  public void onOpened(
      ProduceTopic topic,
      int partition,
      MessageBatch batch,
      long nowNanos,
      ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** An open batch is complete. One that has failed meanwhile is over, and stays so: no effect. */
  public void onSealed(MessageBatch batch, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** What was asked by {@link ProduceEffects#split} is done. */
  public void onSplit(
      MessageBatch whole,
      List<? extends MessageBatch> parts,
      long nowNanos,
      ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** The number of partitions is known, or another. */
  public void onPartitionCount(
      ProduceTopic topic, int count, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** What is known of the topic as a whole has changed (M12). */
  public void onTopicState(
      ProduceTopic topic,
      TopicState state,
      ErrorCode error,
      long nowNanos,
      ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** The topic's id is known, or another: it was deleted and made again (M16). */
  public void onTopicId(ProduceTopic topic, TopicId id, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** A partition has a leader, another one, or none (-1). */
  public void onLeader(
      ProduceTopic topic,
      int partition,
      int leaderId,
      int leaderEpoch,
      long nowNanos,
      ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** An answer to a metadata request was taken whole: forced refreshes are answered (B192). */
  public void onMetadataAnswered(long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** A request was answered. */
  public void onProduced(
      ProduceRequest request,
      List<ProducedPartition> answers,
      long nowNanos,
      ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /**
   * A request has failed as a whole.
   *
   * @param maybePersisted whether anything of it was sent
   */
  public void onProduceFailed(
      ProduceRequest request,
      ErrorCode error,
      boolean maybePersisted,
      String detail,
      long nowNanos,
      ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** A producer id, or its next epoch, was given. */
  public void onProducerId(
      long producerId, short producerEpoch, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** No producer id came. */
  public void onProducerIdFailed(
      ErrorCode error, String detail, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /**
   * From now on what is there does not linger; {@link ProduceEffects#flushed} once all of it has
   * ended (P25).
   */
  public void flush(long ticket, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /**
   * Fails what is queued, what is in flight, or both (P26); what is sealed or split meanwhile, too.
   */
  public void purge(boolean queued, boolean inFlight, long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /**
   * Sends what can be sent now, fails what has lasted too long. After inputs, and at the deadline.
   */
  public void plan(long nowNanos, ProduceEffects effects) {
    throw new UnsupportedOperationException();
  }

  /** When to call {@link #plan} next without an input. */
  public long deadline() {
    throw new UnsupportedOperationException();
  }
}
