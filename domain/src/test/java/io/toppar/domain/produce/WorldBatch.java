package io.toppar.domain.produce;

import io.toppar.domain.TopicPartition;
import java.util.ArrayList;
import java.util.List;

/** A batch of a random run: ids of messages, which can be counted only when it is complete. */
final class WorldBatch extends MessageBatch {

  private static final int BYTES_EACH = 100;

  final ProduceTopic topic;
  final TopicPartition topicPartition;
  final List<Long> ids = new ArrayList<>();
  boolean complete;
  private final long oldestNanos;

  WorldBatch(ProduceTopic topic, int partition, long oldestNanos) {
    this.topic = topic;
    this.topicPartition = new TopicPartition(topic.name(), partition);
    this.oldestNanos = oldestNanos;
  }

  @Override
  public int messageCount() {
    return complete().size();
  }

  @Override
  public int sizeBytes() {
    return complete().size() * BYTES_EACH;
  }

  @Override
  public long oldestNanos() {
    return oldestNanos;
  }

  /** About half of the messages each. */
  List<WorldBatch> halves() {
    int middle = ids.size() / 2;
    return List.of(part(0, middle), part(middle, ids.size()));
  }

  @Override
  public String toString() {
    return topicPartition + ids.toString();
  }

  private WorldBatch part(int from, int to) {
    WorldBatch part = new WorldBatch(topic, topicPartition.partition(), oldestNanos);
    part.ids.addAll(ids.subList(from, to));
    part.complete = true;
    return part;
  }

  private List<Long> complete() {
    if (!complete) {
      throw new IllegalStateException(this + " is still being filled");
    }
    return ids;
  }
}
