package io.toppar.app.cli;

import io.toppar.fileoffsets.FoundOffset;
import io.toppar.ports.OffsetKey;
import java.util.List;
import java.util.Objects;

/** Offsets as a table for people. Stateless. */
final class OffsetTable {

  private OffsetTable() {}

  /** Those of a group, which are in no file. */
  static TextTable of(GroupOffsets group) {
    TextTable table =
        new TextTable("TOPIC", ">PARTITION", "GROUP", ">OFFSET", ">EPOCH", "METADATA", "NOTE");
    group
        .offsets()
        .forEach(
            (key, offset) ->
                table.add(
                    key.topicPartition().topic(),
                    String.valueOf(key.topicPartition().partition()),
                    Objects.requireNonNullElse(key.group(), "-"),
                    String.valueOf(offset.offset()),
                    offset.leaderEpoch() < 0 ? "-" : String.valueOf(offset.leaderEpoch()),
                    offset.metadata().isEmpty() ? "-" : offset.metadata(),
                    group.gone().getOrDefault(key, "")));
    return table;
  }

  static TextTable of(List<FoundOffset> offsets) {
    TextTable table =
        new TextTable("TOPIC", ">PARTITION", "GROUP", ">OFFSET", ">EPOCH", "METADATA", "FILE");
    for (FoundOffset found : offsets) {
      OffsetKey key = found.key().orElse(null);
      int epoch = found.offset().leaderEpoch();
      String metadata = found.offset().metadata();
      table.add(
          key == null ? "?" : key.topicPartition().topic(),
          key == null ? "?" : String.valueOf(key.topicPartition().partition()),
          key == null ? "?" : Objects.requireNonNullElse(key.group(), "-"),
          String.valueOf(found.offset().offset()),
          epoch < 0 ? "-" : String.valueOf(epoch),
          metadata.isEmpty() ? "-" : metadata,
          String.valueOf(found.file().getFileName()));
    }
    return table;
  }
}
