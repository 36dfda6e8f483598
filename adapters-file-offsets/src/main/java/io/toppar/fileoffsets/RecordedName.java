package io.toppar.fileoffsets;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import org.jspecify.annotations.Nullable;

/**
 * One line of the side file: an offset file's name and the key it belongs to.
 *
 * <p>{@code file TAB topic TAB partition}, and {@code TAB group} where there is one. Backslash, tab
 * and line ends within a field are written {@code \\}, {@code \t}, {@code \n}, {@code \r}.
 *
 * @param fileName the name of the offset file
 * @param key whose offset is in it
 */
record RecordedName(String fileName, OffsetKey key) {

  String line() {
    String group = key.group();
    return escaped(fileName)
        + "\t"
        + escaped(key.topicPartition().topic())
        + "\t"
        + key.topicPartition().partition()
        + (group == null ? "" : "\t" + escaped(group))
        + "\n";
  }

  /** The name on a line without its end; null where the line is not whole. */
  static @Nullable RecordedName parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length < 3 || fields.length > 4 || !fields[2].matches("[0-9]{1,10}")) {
      return null;
    }
    String topic = unescaped(fields[1]);
    long number = Long.parseLong(fields[2]);
    if (topic.isEmpty() || number > Integer.MAX_VALUE) {
      return null;
    }
    TopicPartition partition = new TopicPartition(topic, (int) number);
    OffsetKey key = new OffsetKey(partition, fields.length == 4 ? unescaped(fields[3]) : null);
    try {
      String fileName = OffsetFileName.of(key).offsetFile();
      return fileName.equals(unescaped(fields[0])) ? new RecordedName(fileName, key) : null;
    } catch (StoreRefusal neverOurs) {
      return null;
    }
  }

  private static String escaped(String field) {
    return field
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(String field) {
    StringBuilder plain = new StringBuilder(field.length());
    boolean afterBackslash = false;
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (afterBackslash) {
        plain.append(meant(c));
        afterBackslash = false;
      } else if (c == '\\') {
        afterBackslash = true;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static char meant(char afterBackslash) {
    return switch (afterBackslash) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> afterBackslash;
    };
  }
}
