package io.toppar.domain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a client, and the home of their toppars.
 *
 * <p>Confined to its owner's thread. It judges nothing: {@link MetadataCache} tells facts, the
 * owner passes them on to the {@link Topic} they are about, and feeds its toppars.
 */
public final class TopicRegistry {

  private final TopparConfig config;
  private final Map<String, Topic> topics = new LinkedHashMap<>();

  /** Without topics; the settings are those of every toppar made here. */
  public TopicRegistry(TopparConfig config) {
    this.config = config;
  }

  /** The topic of this name, or null. */
  public @Nullable Topic find(String topic) {
    return topics.get(topic);
  }

  /** What there is of this partition, or null; makes nothing. */
  public @Nullable Toppar find(TopicPartition topicPartition) {
    Topic topic = topics.get(topicPartition.topic());
    return topic == null ? null : topic.find(topicPartition.partition());
  }

  /**
   * The topic of this name, made if need be.
   *
   * @throws IllegalArgumentException if no topic can have this name (M19)
   */
  public Topic create(String topic) {
    Topic present = topics.get(topic);
    if (present != null) {
      return present;
    }
    String fault = TopicNames.fault(topic);
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
    Topic made = new Topic(topic, config);
    topics.put(topic, made);
    return made;
  }

  /**
   * The toppar of a partition that its topic has; nothing becomes desired by asking (M18).
   *
   * @param uaOnMiss the UA toppar in place of a partition that the topic does not have
   * @param createOnMiss make the topic if it is not here; nothing is known of it then
   * @return null on a miss otherwise
   */
  public @Nullable Toppar get(String topic, int partition, boolean uaOnMiss, boolean createOnMiss) {
    Topic found = createOnMiss ? create(topic) : topics.get(topic);
    return found == null ? null : found.get(partition, uaOnMiss);
  }

  /** Drops a desired toppar, and its topic with the last of them. */
  public void desiredDel(Toppar toppar) {
    Topic topic = topics.get(toppar.topicPartition().topic());
    if (topic != null) {
      topic.desiredDel(toppar);
      if (topic.isEmpty()) {
        topics.remove(topic.name());
      }
    }
  }

  /** All topics, in the order of their making; a copy. */
  public List<Topic> topics() {
    return List.copyOf(topics.values());
  }
}
