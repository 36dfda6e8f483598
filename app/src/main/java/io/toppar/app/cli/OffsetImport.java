package io.toppar.app.cli;

import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Offsets as {@code import} takes them, read whole before any is stored: JSON lines, one of Kafka's
 * checkpoint files, or a folder. One thread.
 */
final class OffsetImport {

  private final String name;
  private final KeyChoice choice;
  private final @Nullable String group;
  private final Map<OffsetKey, StoredOffset> offsets = new LinkedHashMap<>();

  private OffsetImport(String name, @Nullable String topic, @Nullable String group) {
    this.name = name;
    this.choice = new KeyChoice(topic, null);
    this.group = group;
  }

  /**
   * Reads a file, a folder or, as {@code -}, standard input.
   *
   * @param topic the topic to take, or null for all
   * @param group the group to take all offsets for, or null for what the source says
   */
  static Map<OffsetKey, StoredOffset> read(
      String source, @Nullable String topic, @Nullable String group) {
    OffsetImport reading =
        new OffsetImport(source.equals("-") ? "standard input" : source, topic, group);
    try {
      if (source.equals("-")) {
        reading.lines(System.in);
      } else if (Files.isDirectory(Path.of(source))) {
        reading.folder(new OffsetsFolder(Path.of(source)).read());
      } else {
        try (InputStream file = Files.newInputStream(Path.of(source))) {
          reading.lines(file);
        }
      }
    } catch (CharacterCodingException notText) {
      throw reading.refused("is no UTF-8 text");
    } catch (InvalidPathException fault) {
      throw reading.refused("is no path on this system");
    } catch (IOException fault) {
      throw new OffsetsFolder(Path.of(source)).unreadable(fault);
    }
    if (reading.offsets.isEmpty()) {
      throw reading.refused("holds no offset");
    }
    return reading.offsets;
  }

  /** The same from lines. */
  static Map<OffsetKey, StoredOffset> readLines(String name, @Nullable String group, InputStream in)
      throws IOException {
    OffsetImport reading = new OffsetImport(name, null, group);
    reading.lines(in);
    return reading.offsets;
  }

  private void lines(InputStream in) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
    ImportLines format = null;
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      try {
        if (format == null && !line.isBlank()) {
          format = line.stripLeading().startsWith("{") ? new JsonLines() : new CheckpointLines();
        }
        if (format != null) {
          format.take(line, this::add);
        }
      } catch (IllegalArgumentException wrong) {
        throw refused("line " + number + ": " + wrong.getMessage());
      }
    }
    if (format == null) {
      throw refused("is empty; it takes what export prints, or one of Kafka's checkpoint files");
    }
    try {
      format.end();
    } catch (IllegalArgumentException wrong) {
      throw refused(String.valueOf(wrong.getMessage()));
    }
  }

  private void folder(FolderContents contents) {
    for (FolderProblem problem : choice.hidden(contents)) {
      throw CommandException.failed(
          KeyChoice.described(problem) + "; nothing is imported: mend it or move it away first");
    }
    for (FoundOffset found : contents.offsets()) {
      try {
        choice.key(found).ifPresent(key -> add(key, found.offset()));
      } catch (IllegalArgumentException wrong) {
        throw refused(String.valueOf(wrong.getMessage()));
      }
    }
  }

  private void add(OffsetKey key, StoredOffset offset) {
    if (!choice.takes(key)) {
      return;
    }
    OffsetKey target = group == null ? key : new OffsetKey(key.topicPartition(), group);
    if (offsets.putIfAbsent(target, offset) != null) {
      throw new IllegalArgumentException(
          "the offset of " + KeyOptions.named(target) + " is there twice");
    }
  }

  private CommandException refused(String why) {
    return CommandException.failed(TextTable.printable(name + " " + why) + "; nothing is imported");
  }
}
