package io.toppar.app.cli;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The offsets of a folder as those whose lag is asked for, read without a lock. Immutable. */
final class FolderPositions {

  private final Map<OffsetKey, StoredOffset> offsets = new HashMap<>();
  private final List<FolderProblem> hidden;
  private final KeyChoice choice;

  /** Reads the folder, now. */
  FolderPositions(Path folder, KeyChoice choice) {
    this.choice = choice;
    FolderContents contents = OffsetsFolder.of("--offsets", folder).read();
    hidden = choice.hidden(contents);
    for (FoundOffset found : contents.offsets()) {
      OffsetKey key = choice.key(found).orElse(null);
      if (key != null && offsets.put(key, found.offset()) != null) {
        throw CommandException.failed(
            contents.path()
                + " has two offsets of "
                + KeyOptions.named(key)
                + ", in a file and in the journal; './toppar offsets convert' leaves one layout");
      }
    }
  }

  /** What stands in the way of knowing all offsets. */
  List<FolderProblem> hidden() {
    return hidden;
  }

  Set<String> topics() {
    Set<String> topics = new HashSet<>();
    if (choice.topic() != null) {
      topics.add(choice.topic());
    }
    offsets.keySet().forEach(key -> topics.add(key.topicPartition().topic()));
    return topics;
  }

  /**
   * The offsets in order; where a topic was named, with all of its partitions, of which those
   * without an offset are null.
   */
  Map<OffsetKey, @Nullable StoredOffset> with(Function<String, List<TopicPartition>> partitions) {
    Map<OffsetKey, @Nullable StoredOffset> all = new TreeMap<>(FoundOffsets.ORDER);
    all.putAll(offsets);
    String topic = choice.topic();
    if (topic != null) {
      Set<@Nullable String> groups = new HashSet<>();
      offsets.keySet().forEach(key -> groups.add(key.group()));
      if (groups.isEmpty()) {
        groups.add(choice.group());
      }
      for (TopicPartition partition : partitions.apply(topic)) {
        groups.forEach(each -> all.putIfAbsent(new OffsetKey(partition, each), null));
      }
    }
    return all;
  }
}
