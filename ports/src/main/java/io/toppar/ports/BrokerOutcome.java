package io.toppar.ports;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.CommittedOffset;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import java.util.List;

/**
 * What became of a request: the reply of its family, or a {@link Failed}.
 *
 * <p>Immutable. Only {@link Fetched} owns buffers.
 */
public sealed interface BrokerOutcome {

  /** The reply to {@link BrokerRequest.Metadata}. */
  record Metadata(ClusterMetadata cluster) implements BrokerOutcome {}

  /**
   * The reply to {@link BrokerRequest.ListOffsets}: one answer per query, in the queries' order.
   */
  record Offsets(List<OffsetAnswer> answers) implements BrokerOutcome {}

  /**
   * The answer to one lookup. A partition that the broker did not answer has an error (B077).
   *
   * @param offset the offset, or -1 if there is none (no record at or after the timestamp)
   * @param timestamp timestamp of the record found, or -1
   * @param leaderEpoch epoch of that offset, or -1
   */
  record OffsetAnswer(
      TopicPartition topicPartition,
      ErrorCode error,
      long offset,
      long timestamp,
      int leaderEpoch) {}

  /** The reply to {@link BrokerRequest.EpochEnds}: one answer per query, in the queries' order. */
  record EpochEnds(List<EpochEnd> answers) implements BrokerOutcome {}

  /**
   * Where an epoch ends.
   *
   * @param leaderEpoch the largest epoch not above the one asked, or -1
   * @param endOffset where it ends, or -1
   */
  record EpochEnd(
      TopicPartition topicPartition, ErrorCode error, int leaderEpoch, long endOffset) {}

  /**
   * The reply to {@link BrokerRequest.Fetch}. Owns the batches of its partitions.
   *
   * @param partitions what the broker told; partitions without news may be absent
   * @param frame the memory that the batches share
   */
  record Fetched(List<FetchedPartition> partitions, FetchFrame frame) implements BrokerOutcome {}

  /**
   * The reply to {@link BrokerRequest.FindCoordinator}.
   *
   * @param brokerId node id of the coordinator
   */
  record Coordinator(int brokerId) implements BrokerOutcome {}

  /** The reply to {@link BrokerRequest.OffsetCommit}: one answer per offset, in their order. */
  record OffsetsCommitted(List<CommitAnswer> answers) implements BrokerOutcome {}

  /** Whether a partition's offset was committed. One that the broker left out has an error. */
  record CommitAnswer(TopicPartition topicPartition, ErrorCode error) {}

  /**
   * The reply to {@link BrokerRequest.OffsetFetch}: one answer per partition, in their order; of
   * all partitions, those that have an offset or an error, in any order.
   */
  record OffsetsFetched(List<CommittedOffset> answers) implements BrokerOutcome {}

  /** The reply to {@link BrokerRequest.OffsetDelete}: one answer per partition, in their order. */
  record OffsetsDeleted(List<DeleteAnswer> answers) implements BrokerOutcome {}

  /**
   * Whether a partition's offset is forgotten, which it also is where there was none. One that the
   * broker left out has an error.
   */
  record DeleteAnswer(TopicPartition topicPartition, ErrorCode error) {}

  /**
   * The reply to {@link BrokerRequest.Produce}: one answer per part, in their order. One that the
   * broker left out has an error. With {@code acks=0} nothing is known but that all of it was
   * written: no errors, and no offsets.
   */
  record Produced(List<ProducedPartition> partitions) implements BrokerOutcome {}

  /**
   * The reply to {@link BrokerRequest.InitProducerId}.
   *
   * @param producerId the id from now on
   * @param producerEpoch its epoch
   */
  record ProducerId(long producerId, short producerEpoch) implements BrokerOutcome {}

  /**
   * No reply of the family.
   *
   * @param kind why
   * @param error the broker's top-level code where it sent one, else {@link ErrorCode#NONE}
   * @param detail one line: what, which broker and address, what to do
   * @param maybePersisted for requests that write: whether they may have had their effect
   */
  record Failed(Kind kind, ErrorCode error, String detail, boolean maybePersisted)
      implements BrokerOutcome {}

  /** Why a request failed as a whole. */
  enum Kind {
    /** No connection, or it was lost. */
    TRANSPORT,
    /** The request's deadline passed. */
    TIMED_OUT,
    /** The gateway was closed. */
    CANCELLED,
    /** The broker or the adapter does not know such requests. */
    UNSUPPORTED,
    /** No address is known for that broker id. */
    UNKNOWN_BROKER,
    /** The peer's answer is not Kafka's protocol, or breaks it. */
    MALFORMED,
    /** The broker answered with a top-level error. */
    BROKER_ERROR,
    /** The broker lost the fetch session: list everything again. */
    SESSION_LOST
  }
}
