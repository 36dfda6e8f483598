package io.toppar.domain;

/**
 * The identity of a topic, which changes when the topic is deleted and made again (KIP-516).
 *
 * <p>Immutable, any thread.
 *
 * @param high the first eight of its sixteen bytes
 * @param low the last eight
 */
public record TopicId(long high, long low) {

  /** No id known: an old broker, or not asked yet. */
  public static final TopicId ZERO = new TopicId(0, 0);

  /** Whether this is {@link #ZERO}. */
  public boolean isZero() {
    return high == 0 && low == 0;
  }

  /** Hexadecimal, as Kafka's tools print a UUID. */
  @Override
  public String toString() {
    return new java.util.UUID(high, low).toString();
  }
}
