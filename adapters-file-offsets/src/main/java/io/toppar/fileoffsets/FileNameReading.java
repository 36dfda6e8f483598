package io.toppar.fileoffsets;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that the name of an offset file may stand for, where no side file tells. Stateless.
 *
 * <p>Every {@code -number} in the name, at its end or before another hyphen, may be the partition.
 * What is left of it has to be a name that Kafka gives a topic.
 */
final class FileNameReading {

  private static final String SUFFIX = ".offset";
  private static final int MAX_TOPIC = 249;
  private static final int MAX_DIGITS = 10;

  private FileNameReading() {}

  static boolean isOffsetFile(String fileName) {
    return fileName.endsWith(SUFFIX);
  }

  /** The candidates, that with the longest topic first; none where the name fits no key. */
  static List<OffsetKey> keys(String fileName) {
    List<OffsetKey> keys = new ArrayList<>();
    String name = fileName.substring(0, fileName.length() - SUFFIX.length());
    for (int hyphen = name.lastIndexOf('-');
        hyphen > 0;
        hyphen = name.lastIndexOf('-', hyphen - 1)) {
      OffsetKey key = key(name, hyphen);
      if (key != null && isNameOf(key, fileName)) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static @Nullable OffsetKey key(String name, int hyphen) {
    int end = name.indexOf('-', hyphen + 1);
    String number = name.substring(hyphen + 1, end < 0 ? name.length() : end);
    String topic = name.substring(0, hyphen);
    if (!isPartition(number) || !isTopic(topic)) {
      return null;
    }
    String group = end < 0 ? null : unescaped(name.substring(end + 1));
    return new OffsetKey(new TopicPartition(topic, Integer.parseInt(number)), group);
  }

  private static boolean isNameOf(OffsetKey key, String fileName) {
    try {
      return OffsetFileName.of(key).offsetFile().equals(fileName);
    } catch (StoreRefusal neverMade) {
      return false;
    }
  }

  private static boolean isPartition(String number) {
    return number.length() <= MAX_DIGITS
        && number.matches("0|[1-9][0-9]*")
        && Long.parseLong(number) <= Integer.MAX_VALUE;
  }

  private static boolean isTopic(String topic) {
    return topic.length() <= MAX_TOPIC && topic.matches("[a-zA-Z0-9._-]+");
  }

  private static String unescaped(String group) {
    return group.replace("%2F", "/").replace("%3A", ":").replace("%5C", "\\");
  }
}
