package io.toppar.app.cli;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name whose offset is meant. */
final class KeyOptions {

  @Option(names = "-t", required = true, paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Option(names = "-p", required = true, paramLabel = "N", description = "The partition.")
  private int partition;

  @Option(
      names = "--group",
      paramLabel = "G",
      description = "The group; the offset of no group without it.")
  private @Nullable String group;

  OffsetKey key() {
    if (topic.isEmpty()) {
      throw CommandException.usage("-t: the name of the topic is empty; give one");
    }
    if (partition < 0) {
      throw CommandException.usage("-p: " + partition + " is negative; give a partition");
    }
    return new OffsetKey(new TopicPartition(topic, partition), checkedGroup(group));
  }

  static @Nullable String checkedGroup(@Nullable String group) {
    if (group != null && group.isEmpty()) {
      throw CommandException.usage("--group: the name is empty; leave it out for no group");
    }
    return group;
  }

  /** How a message names a key. */
  static String named(OffsetKey key) {
    String group = key.group();
    return key.topicPartition() + (group == null ? "" : " of group " + group);
  }
}
