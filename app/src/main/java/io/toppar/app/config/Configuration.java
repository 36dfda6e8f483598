package io.toppar.app.config;

import io.toppar.app.config.ConfigKey.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The settings of one client: what was given, checked, and the defaults of everything else.
 *
 * <p>Immutable, any thread. Made from {@link Properties}, from a {@link Map} or by the {@linkplain
 * #builder typed builder}; all three know the same keys and refuse the same mistakes with a {@link
 * ConfigException}: an unknown key (with the nearest name), a value out of range, a key and its
 * alias set differently, keys that contradict one another.
 */
public final class Configuration {

  private final Map<ConfigKey<?>, Object> given;

  private Configuration(Map<ConfigKey<?>, Object> given) {
    this.given = given;
    ConfigChecks.check(this);
  }

  /** Reads text keys, values being texts or of the keys' own types. */
  public static Configuration of(Map<String, ?> settings) {
    return builder().setAll(settings).build();
  }

  /** Reads properties, those of their defaults included. */
  public static Configuration of(Properties properties) {
    Map<String, String> settings = new LinkedHashMap<>();
    properties.stringPropertyNames().stream()
        .sorted()
        .forEach(name -> settings.put(name, properties.getProperty(name)));
    return of(settings);
  }

  /** A builder with nothing set. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A builder that begins with what was given. A value that is set there takes the place of the one
   * given here, whichever of the key's names it was given by.
   */
  public Builder toBuilder() {
    Builder builder = builder();
    builder.given.putAll(given);
    return builder;
  }

  /** The value of a key: what was given, else its default. */
  public <T> T value(ConfigKey<T> key) {
    return find(key)
        .orElseThrow(
            () ->
                new ConfigException(
                    key.name()
                        + " must be set: "
                        + key.type().description()
                        + ". "
                        + key.meaning()));
  }

  /** The value of a key, if there is one: what was given, else its default. */
  public <T> Optional<T> find(ConfigKey<T> key) {
    @SuppressWarnings("unchecked")
    T value = (T) given.get(key);
    return value != null ? Optional.of(value) : Optional.ofNullable(key.defaultValue());
  }

  /** Whether a key was given, be it at its default. */
  public boolean isGiven(ConfigKey<?> key) {
    return given.containsKey(key);
  }

  /**
   * What was given and is not looked at by clients of this kind, a line for each key: so it is told
   * where one is made, as librdkafka does.
   *
   * @param client {@link Side#CONSUMER} or {@link Side#PRODUCER}
   */
  public List<String> ignoredBy(Side client) {
    return ConfigKeys.all().stream()
        .filter(key -> isGiven(key) && key.side() != Side.BOTH && key.side() != client)
        .map(
            key ->
                key.name()
                    + " is a key of "
                    + named(key.side())
                    + "s; this "
                    + named(client)
                    + " ignores it")
        .toList();
  }

  private static String named(Side side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  /** What was given, in the order of the table; secrets are masked. */
  @Override
  public String toString() {
    List<String> shown = new ArrayList<>();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      if (given.containsKey(key)) {
        shown.add(key.name() + "=" + shown(key));
      }
    }
    return "Configuration" + shown;
  }

  private <T> String shown(ConfigKey<T> key) {
    return key.isSecret() ? "[hidden]" : key.type().format(value(key));
  }

  /** Collects settings. Not thread-safe. */
  public static final class Builder {

    private final Map<ConfigKey<?>, Object> given = new LinkedHashMap<>();
    private final Map<ConfigKey<?>, String> givenAs = new LinkedHashMap<>();

    private Builder() {}

    /** Sets a key to a value, which is checked at once. */
    public <T> Builder set(ConfigKey<T> key, T value) {
      return setBy(key.name(), key, value);
    }

    /** Sets a key by name or alias to a text, which is checked at once. */
    public Builder set(String name, Object value) {
      ConfigKey<?> key = KeyNames.key(name);
      return put(key, name, key.parse(name, value));
    }

    /**
     * Sets a key for a word that is no name of it, such as a command's option. Refused, like an
     * alias, where the key was set to something else by another word, or is later.
     */
    public <T> Builder setBy(String word, ConfigKey<T> key, T value) {
      return put(key, word, key.parse(word, key.type().format(value)));
    }

    /** Sets a key only if it has not been set. */
    public <T> Builder setDefault(ConfigKey<T> key, T value) {
      return given.containsKey(key) ? this : set(key, value);
    }

    /** Sets many keys by name or alias. */
    public Builder setAll(Map<String, ?> settings) {
      settings.forEach(this::set);
      return this;
    }

    /** The configuration, checked as a whole. */
    public Configuration build() {
      return new Configuration(new LinkedHashMap<>(given));
    }

    private Builder put(ConfigKey<?> key, String name, Object value) {
      Object before = given.get(key);
      String beforeName = givenAs.get(key);
      if (before != null
          && beforeName != null
          && !beforeName.equals(name)
          && !before.equals(value)) {
        throw new ConfigException(setDifferently(key, beforeName, name));
      }
      given.put(key, value);
      givenAs.put(key, name);
      return this;
    }

    private static String setDifferently(ConfigKey<?> key, String before, String now) {
      return isNameOf(key, before) && isNameOf(key, now)
          ? now
              + " and "
              + before
              + " are two names of one key and were set differently; set only "
              + key.name()
          : now + " and " + before + " say different things; give only one of them";
    }

    private static boolean isNameOf(ConfigKey<?> key, String word) {
      return key.name().equals(word) || key.aliases().contains(word);
    }
  }
}
