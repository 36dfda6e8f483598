package io.toppar.app.cli;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name whose offset is meant. */
final class KeyOptions {

  @Option(names = "-t", required = true, paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Option(names = "-p", paramLabel = "N", description = "The partition.")
  private @Nullable Integer partition;

  @Option(
      names = "--group",
      paramLabel = "G",
      description = "The group; the offset of no group without it.")
  private @Nullable String group;

  /** The one that is meant; refused where no partition was given. */
  OffsetKey key() {
    Integer one = partition();
    if (one == null) {
      throw CommandException.usage("-p: which partition of " + topic() + "? Give its number");
    }
    return new OffsetKey(new TopicPartition(topic(), one), group());
  }

  String topic() {
    if (topic.isEmpty()) {
      throw CommandException.usage("-t: the name of the topic is empty; give one");
    }
    return topic;
  }

  /** The partition, or null if none was given. */
  @Nullable Integer partition() {
    if (partition != null && partition < 0) {
      throw CommandException.usage("-p: " + partition + " is negative; give a partition");
    }
    return partition;
  }

  @Nullable String group() {
    return checkedGroup(group);
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
