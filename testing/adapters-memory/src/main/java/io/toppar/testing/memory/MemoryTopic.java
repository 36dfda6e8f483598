package io.toppar.testing.memory;

import io.toppar.domain.TopicId;
import java.util.ArrayList;
import java.util.List;

/**
 * One topic. Guarded by the cluster.
 *
 * @param name its name
 * @param id its id
 * @param settings how it was created
 * @param partitions its partitions, by number
 */
record MemoryTopic(
    String name, TopicId id, TopicSettings settings, List<MemoryPartition> partitions) {

  MemoryTopic(String name, TopicId id, TopicSettings settings) {
    this(name, id, settings, new ArrayList<>());
  }
}
