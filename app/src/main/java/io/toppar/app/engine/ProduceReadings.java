package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicState;
import io.toppar.domain.produce.ProduceSnapshot;
import io.toppar.domain.produce.ProducerState;
import java.util.List;

/**
 * What the machines of a client that writes say at one moment, taken by the duty thread. Immutable,
 * any thread.
 *
 * @param clientId client.id
 * @param nowNanos when, monotonic
 * @param nowMillis when, by the wall clock
 * @param ageNanos since the engine was made
 * @param bufferBytes what is taken of buffer.memory
 * @param bufferLimitBytes buffer.memory
 * @param waitingSenders threads that wait for room in it, about
 * @param state where the producer is with its id
 * @param producerId its id, or -1
 * @param brokers the brokers that metadata names, or that were asked something, by node id
 * @param topics the topics that anything was ever sent to, or asked about
 */
public record ProduceReadings(
    String clientId,
    long nowNanos,
    long nowMillis,
    long ageNanos,
    long bufferBytes,
    long bufferLimitBytes,
    int waitingSenders,
    ProducerState state,
    long producerId,
    List<ClientReadings.BrokerReadings> brokers,
    List<TopicReadings> topics) {

  /**
   * A topic.
   *
   * @param partitionCount how many partitions it has, -1 where unknown, 0 if it is gone
   * @param state what is known of it
   * @param error what the last metadata said of it
   * @param unassignedMessages messages that wait for their partition
   */
  public record TopicReadings(
      String name,
      int partitionCount,
      TopicState state,
      ErrorCode error,
      int unassignedMessages,
      List<PartitionReadings> partitions) {}

  /**
   * A partition.
   *
   * @param machine what its machine says
   * @param unknown whether metadata has not named it, or names it no more
   * @param fill what is in the batch that is being filled
   */
  public record PartitionReadings(ProduceSnapshot machine, boolean unknown, Fill fill) {}

  /**
   * What is in a batch that is being filled.
   *
   * @param messages how many
   * @param bytes of them, as they are before they are compressed
   */
  public record Fill(int messages, int bytes) {

    /** Nothing. */
    static final Fill NONE = new Fill(0, 0);
  }
}
