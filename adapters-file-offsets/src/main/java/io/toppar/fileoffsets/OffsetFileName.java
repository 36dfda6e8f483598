package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The names of one key's files: the offset file and, hidden beside it, lock and temporary file.
 *
 * <p>{@code topic-partition.offset} or {@code topic-partition-group.offset}, with {@code /}, {@code
 * :} and {@code \} written as {@code %2F}, {@code %3A} and {@code %5C} and nothing else changed, as
 * librdkafka does. No separator is left, and the name ends in {@code .offset}, so it names a file
 * inside the folder whatever the topic and group are. The side names are never longer than the
 * offset file's and never end like one.
 *
 * @param offsetFile the name of the offset file
 */
record OffsetFileName(String offsetFile) {

  private static final int MAX_BYTES = 255;
  private static final String SUFFIX = ".offset";

  static OffsetFileName of(OffsetKey key) throws StoreRefusal {
    int partition = key.topicPartition().partition();
    if (partition < 0) {
      throw badKey(described(key) + " is not a partition of its own; only those have offsets");
    }
    String group = key.group();
    String plain =
        key.topicPartition().topic() + "-" + partition + (group == null ? "" : "-" + group);
    String name = escaped(plain) + SUFFIX;
    if (name.indexOf('\0') >= 0) {
      throw badKey(described(key) + " holds a zero character, which no file name can; rename it");
    }
    int bytes = utf8Bytes(name, key);
    if (bytes > MAX_BYTES) {
      throw badKey(
          "the offset file of %s would have a name of %d bytes, and a file system takes %d; shorten the group or topic name, or set offset.store.layout=journal"
              .formatted(described(key), bytes, MAX_BYTES));
    }
    return new OffsetFileName(name);
  }

  String lockFile() {
    return "." + base() + ".lock";
  }

  String temporaryFile() {
    return "." + base() + ".tmp";
  }

  /** How a message names a key. */
  static String described(OffsetKey key) {
    return key.group() == null
        ? key.topicPartition().toString()
        : key.topicPartition() + " of group " + key.group();
  }

  private String base() {
    return offsetFile.substring(0, offsetFile.length() - SUFFIX.length());
  }

  private static String escaped(String name) {
    return name.replace("/", "%2F").replace(":", "%3A").replace("\\", "%5C");
  }

  private static int utf8Bytes(String name, OffsetKey key) throws StoreRefusal {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(name));
      return bytes.remaining();
    } catch (CharacterCodingException halfCharacter) {
      throw badKey(described(key) + " holds half a character (a lone surrogate); rename it");
    }
  }

  private static StoreRefusal badKey(String detail) {
    return new StoreRefusal(Reason.BAD_KEY, detail, null);
  }
}
