package io.toppar.domain;

import java.util.Comparator;

/**
 * The orders of a list's elements (L6). Each is a proper order, so that sorting by it is defined.
 *
 * <p>Stateless, any thread.
 */
public final class PartitionOrder {

  /** Topic by the bytes of its UTF-8 form. */
  public static final Comparator<TopicPartitionEntry> BY_TOPIC =
      (a, b) -> compareTopics(a.topic(), b.topic());

  /** Topic by its bytes, then partition as a signed number: -1 before 0. The usual order. */
  public static final Comparator<TopicPartitionEntry> BY_NAME =
      BY_TOPIC.thenComparingInt(TopicPartitionEntry::partition);

  /** Topic id by its bytes. */
  public static final Comparator<TopicPartitionEntry> BY_TOPIC_ID =
      (a, b) -> compareIds(a.topicId(), b.topicId());

  /** Topic id by its bytes, then partition. */
  public static final Comparator<TopicPartitionEntry> BY_ID =
      BY_TOPIC_ID.thenComparingInt(TopicPartitionEntry::partition);

  private static final int FIRST_SURROGATE = 0xD800;
  private static final int AFTER_SURROGATES = 0xE000;

  private PartitionOrder() {}

  /** Compares as the UTF-8 bytes would, without making them. */
  static int compareTopics(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return rank(x) - rank(y);
      }
    }
    return a.length() - b.length();
  }

  /** In UTF-8 what needs two chars sorts after everything that needs one. */
  private static int rank(char c) {
    if (c < FIRST_SURROGATE) {
      return c;
    }
    return c >= AFTER_SURROGATES ? c - AFTER_SURROGATES + FIRST_SURROGATE : c + 0x2000;
  }

  private static int compareIds(TopicId a, TopicId b) {
    int byHigh = Long.compareUnsigned(a.high(), b.high());
    return byHigh != 0 ? byHigh : Long.compareUnsigned(a.low(), b.low());
  }
}
