package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.StickyPartition;
import io.toppar.ports.Slice;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Chooses the partitions of one topic's messages. Any thread. */
final class TopicPartitioner {

  private static final int COUNTS_PER_BATCH = 8;

  private final String topic;
  private final PartitionChoice choice;
  private final @Nullable PartitionRule foreign;
  private final RandomGenerator random;

  /** Guarded by this object's monitor. */
  private final StickyPartition sticky;

  /** What {@link #sticky} has said last; written under the monitor. */
  private volatile @Nullable Standing standing;

  /** Appended, but not counted by {@link #sticky}; they count for where it stands. */
  private final AtomicInteger uncountedBytes = new AtomicInteger();

  private final int countedAtOnce;

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
    this.countedAtOnce = settings.batchBytes() / COUNTS_PER_BATCH;
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

  /** Whatever the application throws, be it an error, the message has its report to come. */
  private int chosenBy(PartitionRule rule, SendRecord record, int count) {
    int chosen;
    try {
      chosen = rule.partition(topic, record, count);
    } catch (Throwable e) {
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

  /** Where a message goes now that may go anywhere. Of a message costs one reading, no lock. */
  int current(SendPartitions partitions) {
    Standing now = standing;
    return now != null && now.partitions() == partitions ? now.partition() : settled(partitions);
  }

  private synchronized int settled(SendPartitions partitions) {
    return stand(sticky.current(partitions, random), partitions);
  }

  /** Where it goes if it would have to begin a batch there. */
  synchronized int opening(int opened, int messageBytes, SendPartitions partitions) {
    sticky.onAppended(opened, uncountedBytes.getAndSet(0), partitions, random);
    return stand(sticky.opening(opened, messageBytes, partitions, random), partitions);
  }

  /**
   * So many bytes were appended where messages go now.
   *
   * @return whether they are to be {@link #counted}: by many at a time, as that takes the lock
   */
  boolean appended(int messageBytes) {
    return uncountedBytes.addAndGet(messageBytes) >= countedAtOnce;
  }

  /** Counts what was appended; moves on when it is enough. */
  synchronized void counted(int partition, SendPartitions partitions) {
    sticky.onAppended(partition, uncountedBytes.getAndSet(0), partitions, random);
    stand(sticky.current(partitions, random), partitions);
  }

  private int stand(int partition, SendPartitions partitions) {
    Standing now = standing;
    if (now == null || now.partition() != partition || now.partitions() != partitions) {
      standing = new Standing(partitions, partition);
    }
    return partition;
  }

  /** Where messages go that may go anywhere, as long as the partitions are these. */
  private record Standing(SendPartitions partitions, int partition) {}
}
