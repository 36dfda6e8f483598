package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.StickyPartition;
import io.toppar.ports.Slice;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Chooses the partitions of one topic's messages. Any thread. */
final class TopicPartitioner {

  private final String topic;
  private final PartitionChoice choice;
  private final @Nullable PartitionRule foreign;
  private final RandomGenerator random;

  /** Guarded by this object's monitor. */
  private final StickyPartition sticky;

  /**
   * Chooses as the settings say.
   *
   * @param foreign the application's own choice, in place of theirs; or null
   * @param random may be asked from any thread
   */
  TopicPartitioner(
      String topic,
      ProducerSettings settings,
      @Nullable PartitionRule foreign,
      RandomGenerator random) {
    this.topic = topic;
    this.choice = settings.partitioner();
    this.foreign = foreign;
    this.random = random;
    this.sticky = new StickyPartition(settings.batchBytes(), settings.adaptivePartitioning());
  }

  /** Whether it is the application's own, which does not run on the duty thread. */
  boolean isForeign() {
    return foreign != null;
  }

  /**
   * The partition of a message that names none, or {@link PartitionChoice#ANY}.
   *
   * @throws EngineException if the application's own choice failed
   */
  int choose(SendRecord record, SendPartitions partitions) {
    if (foreign != null) {
      return chosenBy(foreign, record, partitions.count());
    }
    Slice key = record.key();
    return key == null
        ? choice.choose(null, 0, 0, partitions, random)
        : choice.choose(key.array(), key.arrayOffset(), key.length(), partitions, random);
  }

  private int chosenBy(PartitionRule rule, SendRecord record, int count) {
    int chosen;
    try {
      chosen = rule.partition(topic, record, count);
    } catch (RuntimeException e) {
      throw new EngineException(
          ErrorCode.LOCAL_INVALID_ARG, "the partitioner failed for topic " + topic + ": " + e, e);
    }
    if (chosen < 0 || chosen >= count) {
      throw new EngineException(
          ErrorCode.LOCAL_INVALID_ARG,
          "the partitioner chose partition "
              + chosen
              + " of topic "
              + topic
              + ", which has "
              + count
              + ", numbered from 0");
    }
    return chosen;
  }

  /** Where a message goes now that may go anywhere. */
  synchronized int current(SendPartitions partitions) {
    return sticky.current(partitions, random);
  }

  /** Where it goes if it would have to begin a batch there. */
  synchronized int opening(int opened, int messageBytes, SendPartitions partitions) {
    return sticky.opening(opened, messageBytes, partitions, random);
  }

  /** It was appended there. */
  synchronized void appended(int partition, int messageBytes, SendPartitions partitions) {
    sticky.onAppended(partition, messageBytes, partitions, random);
  }
}
