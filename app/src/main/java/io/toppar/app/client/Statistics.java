package io.toppar.app.client;

import io.toppar.app.engine.ClientReadings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a client knows of itself at one moment: its brokers, and its topics with their partitions.
 * {@code docs/statistics.md} explains every figure. Immutable, any thread.
 *
 * <p>Units are in the names. What is not known is -1, and for an offset -1001, as in librdkafka.
 *
 * @param clientId client.id
 * @param timeMillis when they were taken, by the wall clock
 * @param clockMicros when they were taken, by a clock that never goes back, from any origin; the
 *     distance of two is the time between them
 * @param ageMicros since the client was made
 * @param fetchBufferBytes what is held, or reserved for what is on its way, of fetch.buffer.bytes
 * @param receivedRecords records that came for all partitions, also those no longer assigned; an
 *     upper bound, in which aborted and compacted ones may be counted
 * @param receivedBytes bytes that came for them, as they were sent
 * @param brokers by node id: those that metadata names or that were asked anything, and -1 for what
 *     any of them may answer
 * @param topics by name: those of which a partition is assigned or still stopping
 */
public record Statistics(
    String clientId,
    long timeMillis,
    long clockMicros,
    long ageMicros,
    long fetchBufferBytes,
    long receivedRecords,
    long receivedBytes,
    Map<Integer, BrokerStatistics> brokers,
    Map<String, Topic> topics) {

  private static final long NANOS_PER_MICRO = 1_000;

  /** Makes the maps unmodifiable; they must not be changed by whoever gave them. */
  public Statistics {
    brokers = Collections.unmodifiableMap(brokers);
    topics = Collections.unmodifiableMap(topics);
  }

  /**
   * A topic.
   *
   * @param name its name
   * @param partitionCount how many partitions it has; -1 where unknown, 0 if it is gone
   * @param state what is known of it
   * @param error what the last metadata said of it; NONE if it is fine or was not answered yet
   * @param partitions by number: those that are assigned or still stopping
   */
  public record Topic(
      String name,
      int partitionCount,
      TopicState state,
      ErrorCode error,
      Map<Integer, PartitionStatistics> partitions) {

    /** Makes the map unmodifiable; it must not be changed by whoever gave it. */
    public Topic {
      partitions = Collections.unmodifiableMap(partitions);
    }
  }

  /** The same as one JSON object, by librdkafka's names where it has the same figure. */
  public String toJson() {
    return StatisticsJson.json(this);
  }

  static Statistics of(String clientId, ClientReadings readings) {
    Map<Integer, BrokerStatistics> brokers = new LinkedHashMap<>();
    readings.brokers().forEach(broker -> brokers.put(broker.id(), BrokerStatistics.of(broker)));
    Map<String, Topic> topics = new LinkedHashMap<>();
    readings.topics().forEach(topic -> topics.put(topic.name(), topic(topic)));
    return new Statistics(
        clientId,
        readings.nowMillis(),
        readings.nowNanos() / NANOS_PER_MICRO,
        readings.ageNanos() / NANOS_PER_MICRO,
        readings.fetchBufferBytes(),
        readings.receivedRecords(),
        readings.receivedBytes(),
        brokers,
        topics);
  }

  private static Topic topic(ClientReadings.TopicReadings topic) {
    Map<Integer, PartitionStatistics> partitions = new LinkedHashMap<>();
    for (ClientReadings.PartitionReadings each : topic.partitions()) {
      partitions.put(
          each.toppar().topicPartition().partition(),
          new PartitionStatistics(
              each.toppar(),
              each.desired(),
              each.unknown(),
              each.failed(),
              each.unfinishedRecords()));
    }
    return new Topic(
        topic.name(), topic.partitionCount(), topic.state(), topic.error(), partitions);
  }
}
