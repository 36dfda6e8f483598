package io.toppar.app.engine;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchDecision;
import io.toppar.domain.TopicState;
import io.toppar.domain.TopparSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the machines of one client say at one moment, taken by the duty thread. Immutable, any
 * thread.
 *
 * @param nowNanos when, monotonic
 * @param nowMillis when, by the wall clock
 * @param ageNanos since the engine was made
 * @param fetchBufferBytes what is reserved or held of fetch.buffer.bytes
 * @param receivedRecords records delivered by all partitions there ever were (an upper bound)
 * @param receivedBytes bytes delivered by them
 * @param brokers the brokers that metadata names, or that were asked something, by node id
 * @param topics the topics of which a partition is assigned or stopping, in the order of their
 *     assignment
 */
public record ClientReadings(
    long nowNanos,
    long nowMillis,
    long ageNanos,
    long fetchBufferBytes,
    long receivedRecords,
    long receivedBytes,
    List<BrokerReadings> brokers,
    List<TopicReadings> topics) {

  /**
   * A broker as the engine sees it.
   *
   * @param id its node id; -1 for requests that any broker may answer
   * @param endpoint its address, or null where metadata does not name it
   * @param decision why it is or is not asked for records; null if it never had a partition
   * @param partitions how many are read from it
   * @param traffic the requests to it
   */
  public record BrokerReadings(
      int id,
      @Nullable BrokerEndpoint endpoint,
      @Nullable FetchDecision decision,
      int partitions,
      Traffic traffic) {}

  /**
   * The requests that were handed to the gateway for one broker; not those for the offsets that
   * brokers keep, which are made beside the engine.
   *
   * @param sent how many
   * @param answered how many the broker replied to, be it with an error
   * @param timedOut how many ended because no reply came in time
   * @param open how many have not ended
   * @param sinceSentNanos time since the last was handed over, -1 if there was none
   * @param sinceAnsweredNanos time since the last reply, -1 if there was none (B167)
   */
  public record Traffic(
      long sent,
      long answered,
      long timedOut,
      int open,
      long sinceSentNanos,
      long sinceAnsweredNanos) {

    /** Nothing was ever asked. */
    static final Traffic NONE = new Traffic(0, 0, 0, 0, -1, -1);
  }

  /**
   * A topic.
   *
   * @param partitionCount how many partitions it has, -1 where unknown, 0 if it is gone
   * @param state what is known of it
   * @param error what the last metadata said of it
   */
  public record TopicReadings(
      String name,
      int partitionCount,
      TopicState state,
      ErrorCode error,
      List<PartitionReadings> partitions) {}

  /**
   * A partition.
   *
   * @param toppar what its machine says
   * @param desired whether it is assigned; if not, it is stopping
   * @param unknown whether metadata has not named it
   * @param failed whether an internal error ended it; what its machine says is of before
   * @param unfinishedRecords records released and not acknowledged, or behind such
   */
  public record PartitionReadings(
      TopparSnapshot toppar,
      boolean desired,
      boolean unknown,
      boolean failed,
      long unfinishedRecords) {}
}
