package io.toppar.app.client;

import io.toppar.app.engine.ProduceReadings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicState;
import io.toppar.domain.produce.ProduceSnapshot;
import io.toppar.domain.produce.ProducerState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a producer knows of itself at one moment: its memory, its brokers, and its topics with their
 * partitions. {@code docs/statistics.md} explains every figure. Immutable, any thread.
 *
 * <p>Units are in the names. What is not known is -1.
 *
 * @param clientId client.id
 * @param timeMillis when they were taken, by the wall clock
 * @param clockMicros when they were taken, by a clock that never goes back, from any origin; the
 *     distance of two is the time between them
 * @param ageMicros since the client was made
 * @param bufferBytes what is taken of buffer.memory
 * @param bufferLimitBytes buffer.memory
 * @param waitingSenders threads that wait for room in it, about
 * @param sentMessages messages that were sent so far, each as often as it was
 * @param sentBytes bytes of their batches, compressed
 * @param state where it is with its id; INIT for ever without idempotence
 * @param producerId its id, or -1
 * @param brokers by node id: those that metadata names or that were asked anything, and -1 for what
 *     any of them may answer
 * @param topics by name: those that anything was ever sent to, or asked about
 */
public record ProducerStatistics(
    String clientId,
    long timeMillis,
    long clockMicros,
    long ageMicros,
    long bufferBytes,
    long bufferLimitBytes,
    int waitingSenders,
    long sentMessages,
    long sentBytes,
    ProducerState state,
    long producerId,
    Map<Integer, BrokerStatistics> brokers,
    Map<String, Topic> topics) {

  private static final long NANOS_PER_MICRO = 1_000;

  /** Makes the maps unmodifiable; they must not be changed by whoever gave them. */
  public ProducerStatistics {
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
   * @param unassignedMessages messages that wait for their partition
   * @param partitions by number: those that were ever heard of
   */
  public record Topic(
      String name,
      int partitionCount,
      TopicState state,
      ErrorCode error,
      int unassignedMessages,
      Map<Integer, Partition> partitions) {

    /** Makes the map unmodifiable; it must not be changed by whoever gave it. */
    public Topic {
      partitions = Collections.unmodifiableMap(partitions);
    }
  }

  /**
   * A partition.
   *
   * @param queue how much stands there, and why it stands still
   * @param missing whether metadata has not named it, or names it no more
   * @param fillingMessages messages in the batch that is being filled
   * @param fillingBytes bytes of them, before they are compressed
   */
  public record Partition(
      ProduceSnapshot queue, boolean missing, int fillingMessages, int fillingBytes) {}

  /** The same as one JSON object, by librdkafka's names where it has the same figure. */
  public String toJson() {
    return ProducerStatisticsJson.json(this);
  }

  static ProducerStatistics of(ProduceReadings readings) {
    Map<Integer, BrokerStatistics> brokers = new LinkedHashMap<>();
    readings.brokers().forEach(broker -> brokers.put(broker.id(), BrokerStatistics.of(broker)));
    Map<String, Topic> topics = new LinkedHashMap<>();
    long messages = 0;
    long bytes = 0;
    for (ProduceReadings.TopicReadings topic : readings.topics()) {
      topics.put(topic.name(), topic(topic));
      for (ProduceReadings.PartitionReadings partition : topic.partitions()) {
        messages += partition.machine().sentMessages();
        bytes += partition.machine().sentBytes();
      }
    }
    return new ProducerStatistics(
        readings.clientId(),
        readings.nowMillis(),
        readings.nowNanos() / NANOS_PER_MICRO,
        readings.ageNanos() / NANOS_PER_MICRO,
        readings.bufferBytes(),
        readings.bufferLimitBytes(),
        readings.waitingSenders(),
        messages,
        bytes,
        readings.state(),
        readings.producerId(),
        brokers,
        topics);
  }

  private static Topic topic(ProduceReadings.TopicReadings topic) {
    Map<Integer, Partition> partitions = new LinkedHashMap<>();
    for (ProduceReadings.PartitionReadings each : topic.partitions()) {
      partitions.put(
          each.machine().topicPartition().partition(),
          new Partition(
              each.machine(), each.unknown(), each.fill().messages(), each.fill().bytes()));
    }
    return new Topic(
        topic.name(),
        topic.partitionCount(),
        topic.state(),
        topic.error(),
        topic.unassignedMessages(),
        partitions);
  }
}
