package io.toppar.app.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration: its names, type, range, default and meaning.
 *
 * <p>Immutable, any thread. The keys there are stand in {@link ConfigKeys}; names are Kafka's and
 * librdkafka's, and where the two give one name different meanings Kafka's holds.
 *
 * @param <T> the type of its values
 */
public final class ConfigKey<T> {

  private final String name;
  private final List<String> aliases;
  private final ConfigType<T> type;
  private final @Nullable T defaultValue;
  private final Side side;
  private final boolean secret;
  private final String meaning;

  /** Which clients look at a key. */
  public enum Side {
    /** All of them. */
    BOTH,
    /** Consumers. */
    CONSUMER,
    /** Producers. */
    PRODUCER
  }

  ConfigKey(
      String name,
      List<String> aliases,
      ConfigType<T> type,
      @Nullable T defaultValue,
      Side side,
      boolean secret,
      String meaning) {
    this.name = name;
    this.aliases = aliases;
    this.type = type;
    this.defaultValue = defaultValue;
    this.side = side;
    this.secret = secret;
    this.meaning = meaning;
  }

  /** The name it is documented under. */
  public String name() {
    return name;
  }

  /** Other names for the same key. */
  public List<String> aliases() {
    return aliases;
  }

  /** How its values are written and checked. */
  public ConfigType<T> type() {
    return type;
  }

  /** The value where none is given, or null if there is none. */
  public @Nullable T defaultValue() {
    return defaultValue;
  }

  /** Who looks at it. */
  public Side side() {
    return side;
  }

  /** Whether its value is never shown. */
  public boolean isSecret() {
    return secret;
  }

  /** What it does, in one sentence. */
  public String meaning() {
    return meaning;
  }

  /** Reads a value given as text or as the type's own; the text may have come from a file. */
  T parse(String givenName, Object value) {
    try {
      return type.parse(value);
    } catch (IllegalArgumentException e) {
      String shown = secret ? "the value given" : "'" + value + "'";
      throw new ConfigException(
          givenName + ": " + shown + " will not do; it takes " + type.description());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
