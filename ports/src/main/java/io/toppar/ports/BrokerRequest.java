package io.toppar.ports;

import io.toppar.domain.FetchPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a broker in domain terms: no API version, no buffer, no library type. Immutable, any
 * thread.
 */
public sealed interface BrokerRequest {

  /** Node id that stands for "any broker that can be reached". */
  int ANY_BROKER = -1;

  /** Node id of the broker to ask, or {@link #ANY_BROKER}. */
  int brokerId();

  /**
   * Monotonic nanoseconds by which the request is answered, or completes as timed out; throttled
   * time is not counted.
   */
  long deadlineNanos();

  /**
   * Asks for metadata; answered by {@link BrokerOutcome.Metadata}.
   *
   * @param topics names, or null for all topics; empty for brokers only
   * @param topicIds ids to ask for beside the names (brokers from 3.1 on; others answer UNSUPPORTED
   *     if there are any)
   * @param allowAutoCreation whether asking may create a topic
   */
  record Metadata(
      int brokerId,
      @Nullable List<String> topics,
      List<TopicId> topicIds,
      boolean allowAutoCreation,
      long deadlineNanos)
      implements BrokerRequest {}

  /**
   * Looks offsets up; answered by {@link BrokerOutcome.Offsets}. No partition is named twice:
   * brokers refuse that.
   */
  record ListOffsets(
      int brokerId, List<OffsetQuery> queries, IsolationLevel isolationLevel, long deadlineNanos)
      implements BrokerRequest {}

  /**
   * One lookup of a {@link ListOffsets}.
   *
   * @param currentLeaderEpoch the leader epoch to be fenced by, or -1
   * @param timestamp wall-clock milliseconds for the first record at or after it, or one of the
   *     specials below
   */
  record OffsetQuery(TopicPartition topicPartition, int currentLeaderEpoch, long timestamp) {

    /** The end of the log: last stable offset under read_committed, else high watermark. */
    public static final long LATEST = -1;

    /** The start of the log. */
    public static final long EARLIEST = -2;

    /** The record with the highest timestamp (brokers from 3.0 on, else UNSUPPORTED). */
    public static final long MAX_TIMESTAMP = -3;
  }

  /**
   * Asks where epochs end (KIP-320); answered by {@link BrokerOutcome.EpochEnds}. No partition is
   * named twice.
   */
  record EpochEnds(int brokerId, List<EpochQuery> queries, long deadlineNanos)
      implements BrokerRequest {}

  /**
   * One question of an {@link EpochEnds}.
   *
   * @param currentLeaderEpoch the leader epoch to be fenced by, or -1
   * @param leaderEpoch the epoch whose end is asked
   */
  record EpochQuery(TopicPartition topicPartition, int currentLeaderEpoch, int leaderEpoch) {}

  /**
   * Fetches records, as a change to what was asked of this broker before (KIP-227); answered by
   * {@link BrokerOutcome.Fetched}, or {@link BrokerOutcome.Kind#SESSION_LOST}, upon which
   * everything must be listed again with {@code fullList} set. At most one per broker may be open.
   *
   * @param fullList whether {@code changed} is everything wanted, and what was asked before is void
   * @param changed partitions that are new or whose offset, epoch or size differs from what the
   *     broker was last told; a partition that was told before and is not named stays wanted at
   *     what was last told of it
   * @param forgotten partitions no longer wanted
   * @param minBytes the broker waits until it has so many bytes, or
   * @param maxWaitMillis until this time is over
   * @param maxBytes the most bytes of the whole reply (one batch may pass it)
   * @param rackId the client's rack (KIP-392), or empty
   */
  record Fetch(
      int brokerId,
      boolean fullList,
      List<FetchPartition> changed,
      List<TopicPartition> forgotten,
      int minBytes,
      int maxWaitMillis,
      int maxBytes,
      IsolationLevel isolationLevel,
      String rackId,
      long deadlineNanos)
      implements BrokerRequest {}

  /**
   * Asks which broker coordinates a group; answered by {@link BrokerOutcome.Coordinator}, after
   * which that broker is known like one that metadata has named. A group without a coordinator is
   * {@link BrokerOutcome.Kind#BROKER_ERROR}.
   */
  record FindCoordinator(int brokerId, String group, long deadlineNanos) implements BrokerRequest {}

  /**
   * Commits offsets for a group, at its coordinator; answered by {@link
   * BrokerOutcome.OffsetsCommitted}. No partition is named twice. When it fails as a whole it may
   * have had its effect.
   *
   * @param member who commits, or null for a client that is no member (a "simple" group, which has
   *     none)
   */
  record OffsetCommit(
      int brokerId,
      String group,
      @Nullable CommitIdentity member,
      List<OffsetToCommit> offsets,
      long deadlineNanos)
      implements BrokerRequest {}

  /**
   * Asks what a group has committed, at its coordinator; answered by {@link
   * BrokerOutcome.OffsetsFetched}. No partition is named twice.
   *
   * @param partitions the partitions, or null for all that have an offset, those of topics that are
   *     gone included; of topics that this client may not describe brokers say nothing then
   * @param requireStable whether a partition with a commit of an open transaction is answered with
   *     UNSTABLE_OFFSET_COMMIT instead of what was committed before (brokers from 2.5 on; older
   *     ones answer with the latter)
   */
  record OffsetFetch(
      int brokerId,
      String group,
      @Nullable List<TopicPartition> partitions,
      boolean requireStable,
      long deadlineNanos)
      implements BrokerRequest {}

  /**
   * Has a group's coordinator forget what is committed (KIP-496, brokers from 2.4 on; others answer
   * UNSUPPORTED); answered by {@link BrokerOutcome.OffsetsDeleted}. No partition is named twice.
   * When it fails as a whole it may have had its effect.
   *
   * <p>A group that is not there is {@link BrokerOutcome.Kind#BROKER_ERROR}, and one without
   * members may be gone once its last offset is.
   */
  record OffsetDelete(
      int brokerId, String group, List<TopicPartition> partitions, long deadlineNanos)
      implements BrokerRequest {}

  /**
   * Appends batches to partitions, no partition twice, at their leader; answered by {@link
   * BrokerOutcome.Produced}. The batches stay the sender's, and must not be ended while this is
   * open.
   *
   * <p>Requests to one broker are written in the order in which they were submitted, and any number
   * of them may be open. When one fails as a whole, {@link BrokerOutcome.Failed#maybePersisted} is
   * false only if not one byte of it was sent.
   *
   * @param acks 0: answered once it is written; 1: once the leader has it; -1: once all in-sync
   *     replicas have it
   * @param timeoutMillis how long the broker waits for the replicas
   */
  record Produce(
      int brokerId, short acks, int timeoutMillis, List<ProducePart> parts, long deadlineNanos)
      implements BrokerRequest {}

  /**
   * The batch for one partition of a {@link Produce}.
   *
   * @param topicId the topic's id, or {@link TopicId#ZERO} where unknown (brokers that go by ids
   *     are then asked in an older way)
   * @param producerId who sends it (KIP-98), or -1
   * @param producerEpoch the producer's epoch, or -1
   * @param baseSequence sequence of the first record, or -1
   */
  record ProducePart(
      TopicPartition topicPartition,
      TopicId topicId,
      SealedBatch batch,
      long producerId,
      short producerEpoch,
      int baseSequence) {}

  /**
   * Asks for a producer id (KIP-98); answered by {@link BrokerOutcome.ProducerId}.
   *
   * <p>A producer without transactions is given a new id by every broker, whether it names one or
   * not: epochs are raised by brokers for transactional ids alone (KIP-360). Such a producer raises
   * its epoch by itself, and needs no request for that.
   *
   * @param producerId the id that it had, or -1
   * @param producerEpoch the epoch of that id, or -1
   */
  record InitProducerId(int brokerId, long producerId, short producerEpoch, long deadlineNanos)
      implements BrokerRequest {}
}
