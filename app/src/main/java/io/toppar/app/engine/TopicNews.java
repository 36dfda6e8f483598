package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.Offsets;
import io.toppar.domain.Topic;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicRegistry;
import io.toppar.domain.TopicState;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparError;
import java.util.ArrayList;
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
  private final TopicRegistry topics;
  private final Partitions partitions;
  private final HandOver handOver;
  private final Waiting waiting;

  /** Who waits for an answer about topics. */
  interface Waiting {

    /** An answer came, whatever is in it, or none. */
    void metadataCame(@Nullable String failure, long nowNanos);

    /** Who is missing of a topic may have changed. */
    void missingChanged(Topic topic, long nowNanos);
  }

  TopicNews(
      MetadataCache known,
      TopicRegistry topics,
      Partitions partitions,
      HandOver handOver,
      Waiting waiting) {
    this.known = known;
    this.topics = topics;
    this.partitions = partitions;
    this.handOver = handOver;
    this.waiting = waiting;
  }

  /** Tells a topic that has just been made what is known already. */
  void catchUp(Topic topic) {
    topic.onId(known.topicId(topic.name()));
    topic.onState(known.topicState(topic.name()));
    int count = known.partitionCount(topic.name());
    if (count >= 0) {
      topic.onPartitionCount(count);
    }
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
  public void topicId(String name, TopicId id, long nowNanos) {
    Topic topic = topics.find(name);
    if (topic != null) {
      topic.onId(id);
      for (Partition partition : partitionsOf(topic.desired())) {
        partitions.onTopicId(partition, id, nowNanos);
      }
    }
  }

  @Override
  public void topicState(String name, TopicState state) {
    Topic topic = topics.find(name);
    if (topic != null) {
      topic.onState(state);
    }
  }

  @Override
  public void topicFailed(String name, ErrorCode error, long nowNanos) {
    Topic topic = topics.find(name);
    if (topic != null) {
      for (Partition partition : partitionsOf(topic.desired())) {
        tell(
            partition,
            error,
            "topic " + name + " cannot be read; check its name and your rights to it");
      }
    }
  }

  @Override
  public void counted(Set<String> counted, long nowNanos) {
    for (String name : counted) {
      Topic topic = topics.find(name);
      if (topic != null) {
        List<Toppar> missing = topic.onPartitionCount(known.partitionCount(name));
        waiting.missingChanged(topic, nowNanos);
        partitionsOf(missing).forEach(this::tellMissing);
      }
    }
  }

  @Override
  public void answered(@Nullable String failure, long nowNanos) {
    waiting.metadataCame(failure, nowNanos);
  }

  /** Tells the application of a partition that its topic is known not to have. */
  void tellIfMissing(Partition partition) {
    Topic topic = topics.find(partition.topicPartition().topic());
    if (topic != null && topic.isMissing(partition.toppar)) {
      tellMissing(partition);
    }
  }

  private void tellMissing(Partition partition) {
    int count = known.partitionCount(partition.topicPartition().topic());
    tell(
        partition,
        ErrorCode.LOCAL_UNKNOWN_PARTITION,
        "there is no such partition; the topic has " + count + ", numbered from 0");
  }

  private List<Partition> partitionsOf(List<Toppar> toppars) {
    List<Partition> found = new ArrayList<>(toppars.size());
    for (Toppar toppar : toppars) {
      Partition partition = partitions.of(toppar);
      if (partition != null) {
        found.add(partition);
      }
    }
    return found;
  }

  private void tell(Partition partition, ErrorCode code, String detail) {
    LOG.debug("{}: {} ({})", partition.topicPartition(), detail, code);
    TopparError error =
        new TopparError(partition.topicPartition(), code, Offsets.INVALID, false, detail);
    handOver.deliver(Delivery.error(partition.slot, partition.toppar.version(), error));
  }
}
