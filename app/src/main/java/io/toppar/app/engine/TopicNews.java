package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopparError;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what metadata says to whom it concerns: to the machines, and to the application where a
 * topic or partition cannot be read. The duty thread only.
 */
final class TopicNews implements Topics.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(TopicNews.class);

  private final MetadataCache known;
  private final Partitions partitions;
  private final HandOver handOver;
  private final Waiting waiting;

  /** Who waits for an answer about topics, whatever is in it. */
  interface Waiting {
    void metadataCame(@Nullable String failure, long nowNanos);
  }

  TopicNews(MetadataCache known, Partitions partitions, HandOver handOver, Waiting waiting) {
    this.known = known;
    this.partitions = partitions;
    this.handOver = handOver;
    this.waiting = waiting;
  }

  /** Tells a partition that has just been made what is known already. */
  void catchUp(Partition partition, long nowNanos) {
    TopicPartition name = partition.topicPartition();
    TopicId id = known.topicId(name.topic());
    if (!id.isZero()) {
      partitions.onTopicId(partition, id, nowNanos);
    }
    int leader = known.leaderId(name);
    if (leader >= 0) {
      partitions.onLeader(name, leader, known.leaderEpoch(name), nowNanos);
    }
  }

  @Override
  public void leader(TopicPartition partition, int leaderId, int leaderEpoch, long nowNanos) {
    partitions.onLeader(partition, leaderId, leaderEpoch, nowNanos);
  }

  @Override
  public void topicId(String topic, TopicId id, long nowNanos) {
    for (Partition partition : List.copyOf(partitions.all())) {
      if (partition.topicPartition().topic().equals(topic)) {
        partitions.onTopicId(partition, id, nowNanos);
      }
    }
  }

  @Override
  public void topicFailed(String topic, ErrorCode error, long nowNanos) {
    for (Partition partition : List.copyOf(partitions.all())) {
      if (partition.topicPartition().topic().equals(topic)) {
        tell(
            partition,
            error,
            "topic " + topic + " cannot be read; check its name and your rights to it");
      }
    }
  }

  @Override
  public void counted(Set<String> counted, long nowNanos) {
    for (Partition partition : List.copyOf(partitions.all())) {
      if (counted.contains(partition.topicPartition().topic())) {
        tellIfMissing(partition);
      }
    }
  }

  @Override
  public void answered(@Nullable String failure, long nowNanos) {
    waiting.metadataCame(failure, nowNanos);
  }

  /** Tells the application of a partition that its topic does not have. */
  void tellIfMissing(Partition partition) {
    TopicPartition name = partition.topicPartition();
    int count = known.partitionCount(name.topic());
    if (count > 0 && name.partition() >= count) {
      tell(
          partition,
          ErrorCode.LOCAL_UNKNOWN_PARTITION,
          "there is no such partition; the topic has " + count + ", numbered from 0");
    }
  }

  private void tell(Partition partition, ErrorCode code, String detail) {
    LOG.debug("{}: {} ({})", partition.topicPartition(), detail, code);
    TopparError error =
        new TopparError(partition.topicPartition(), code, Offsets.INVALID, false, detail);
    handOver.deliver(Delivery.error(partition.slot, partition.toppar.version(), error));
  }
}
