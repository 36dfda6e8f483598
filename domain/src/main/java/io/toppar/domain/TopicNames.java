package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * Which texts can be the name of a topic at all. Stateless, any thread.
 *
 * <p>Refused is only what no broker can be asked about (M19). Which characters a name may have is
 * the brokers' to say: they answer INVALID_TOPIC_EXCEPTION.
 */
public final class TopicNames {

  /** Kafka's longest, in characters (M19). */
  public static final int MAX_LENGTH = 249;

  private static final int SHOWN = 40;

  private TopicNames() {}

  /** Why this names no topic, as one line for people; null if it may name one. */
  public static @Nullable String fault(String name) {
    if (name.isEmpty()) {
      return "a topic name must not be empty";
    }
    if (name.length() > MAX_LENGTH) {
      return "a topic name of %d characters: Kafka's longest is %d; it is '%s..'"
          .formatted(name.length(), MAX_LENGTH, shown(name.substring(0, SHOWN)));
    }
    int half = halfPair(name, 0);
    return half < 0
        ? null
        : "a topic name that is no text: character %d is half of a surrogate pair; it is '%s'"
            .formatted(half, shown(name));
  }

  /** Where the first surrogate stands that has no partner, from here on; -1 if none does. */
  private static int halfPair(String name, int from) {
    int point;
    for (int i = from; i < name.length(); i += Character.charCount(point)) {
      point = name.codePointAt(i);
      if (Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE) {
        return i;
      }
    }
    return -1;
  }

  /** As it can be printed. */
  private static String shown(String name) {
    StringBuilder shown = new StringBuilder();
    int from = 0;
    for (int half = halfPair(name, 0); half >= 0; half = halfPair(name, from)) {
      shown.append(name, from, half).append("\\u%04x".formatted((int) name.charAt(half)));
      from = half + 1;
    }
    return shown.append(name, from, name.length()).toString();
  }
}
