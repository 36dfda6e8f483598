package io.toppar.app.cli;

import io.toppar.app.json.JsonObject;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What {@code export} and {@code show -J} print, one object per line; empty lines are skipped. */
final class JsonLines implements ImportLines {

  private static final Set<String> KNOWN =
      Set.of(
          "topic",
          "partition",
          "group",
          "offset",
          "leader_epoch",
          "metadata",
          "layout",
          "file",
          "candidates",
          "note");

  @Override
  public void take(String line, BiConsumer<OffsetKey, StoredOffset> offsets) {
    if (line.isBlank()) {
      return;
    }
    Map<String, @Nullable Object> members = JsonObject.parse(line);
    if (members.get("problem") != null) {
      throw new IllegalArgumentException("it is a problem, and may stand for a missing offset");
    }
    for (String name : members.keySet()) {
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException("'" + name + "' is not known");
      }
    }
    String topic = text(members, "topic");
    if (topic == null || topic.isEmpty()) {
      throw new IllegalArgumentException("the topic is missing");
    }
    TopicPartition partition =
        new TopicPartition(topic, (int) number(members, "partition", Integer.MAX_VALUE, false));
    String group = text(members, "group");
    if (group != null && group.isEmpty()) {
      throw new IllegalArgumentException("the group is empty; null stands for none");
    }
    String metadata = text(members, "metadata");
    offsets.accept(
        new OffsetKey(partition, group),
        new StoredOffset(
            number(members, "offset", Long.MAX_VALUE, false),
            (int) number(members, "leader_epoch", Integer.MAX_VALUE, true),
            metadata == null ? "" : metadata));
  }

  /** A number from 0 on; -1 for one that is optional and absent. */
  private static long number(
      Map<String, @Nullable Object> members, String name, long most, boolean optional) {
    Object value = members.get(name);
    if (value == null && optional) {
      return -1;
    }
    if (value instanceof Long number && number >= 0 && number <= most) {
      return number;
    }
    throw new IllegalArgumentException(
        "'" + name + "' is " + (value == null ? "missing" : "not a number from 0 to " + most));
  }

  private static @Nullable String text(Map<String, @Nullable Object> members, String name) {
    Object value = members.get(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw new IllegalArgumentException("'" + name + "' is not a string");
  }

  @Override
  public void end() {
    // Every line is whole by itself.
  }
}
