package io.toppar.app.cli;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem.Kind;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.fileoffsets.OffsetLayout;
import io.toppar.ports.OffsetKey;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose offsets of a folder for reading, and the choice. */
final class FoundOffsets {

  static final Comparator<OffsetKey> ORDER =
      Comparator.comparing((OffsetKey key) -> key.topicPartition().topic())
          .thenComparing(key -> key.topicPartition().partition())
          .thenComparing(OffsetKey::group, Comparator.nullsFirst(Comparator.naturalOrder()));

  private static final OffsetKey NOBODY = new OffsetKey(new TopicPartition("\uffff", 0), null);

  @Option(
      names = "--offsets",
      paramLabel = "DIR",
      description = "The folder of the offsets, as consume --offsets, or a single offset file.")
  private @Nullable Path folder;

  @Mixin private GroupOption brokers = new GroupOption();

  @Option(names = "-t", paramLabel = "TOPIC", description = "Only this topic.")
  private @Nullable String topic;

  @Option(names = "--group", paramLabel = "G", description = "Only this group.")
  private @Nullable String group;

  @Option(
      names = "--layout",
      paramLabel = "files|journal",
      description = "Only what is kept like this; both without it.")
  private @Nullable String layout;

  /** What brokers keep, if that was asked for, or null. */
  @Nullable GroupOffsets readGroup() {
    String of = choice().group();
    ClusterOptions cluster = brokers.cluster(folder != null, of);
    if (cluster == null || of == null) {
      return null;
    }
    if (layout != null) {
      throw CommandException.usage("--layout: brokers have none; leave it out");
    }
    return GroupOffsets.read(cluster, of, topic);
  }

  FolderContents read() {
    return OffsetsFolder.of("--offsets", folder == null ? Path.of("") : folder).read();
  }

  /** The same, refused where one partition may have two offsets. */
  FolderContents readOneLayout() {
    FolderContents contents = read();
    boolean both = contents.problems().stream().anyMatch(each -> each.kind() == Kind.BOTH_LAYOUTS);
    if (both && layout == null) {
      throw OffsetsFolder.bothLayouts(contents.path());
    }
    return contents;
  }

  KeyChoice choice() {
    return new KeyChoice(topic, KeyOptions.checkedGroup(group));
  }

  /** Those asked for, by topic, partition and group; those of nobody in particular last. */
  List<FoundOffset> chosen(FolderContents contents) {
    OffsetLayout only = layout == null ? null : OffsetsFolder.parseLayout("--layout", layout);
    KeyChoice choice = choice();
    return contents.offsets().stream()
        .filter(offset -> only == null || only == offset.layout())
        .filter(choice::mayTake)
        .map(offset -> choice.key(offset).map(key -> withKey(offset, key)).orElse(offset))
        .sorted(Comparator.comparing(offset -> offset.key().orElse(NOBODY), ORDER))
        .toList();
  }

  private static FoundOffset withKey(FoundOffset found, OffsetKey key) {
    return new FoundOffset(List.of(key), found.offset(), found.layout(), found.file());
  }
}
