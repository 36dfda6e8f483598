package io.toppar.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
      return put(
          key,
          key.name(),
          key.parse(key.name(), value instanceof Enum<?> word ? format(key, word) : value));
    }

    /** Sets a key by name or alias to a text, which is checked at once. */
    public Builder set(String name, Object value) {
      ConfigKey<?> key = KeyNames.key(name);
      return put(key, name, key.parse(name, value));
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
        throw new ConfigException(
            name
                + " and "
                + beforeName
                + " are two names of one key and were set differently; set only "
                + key.name());
      }
      given.put(key, value);
      givenAs.put(key, name);
      return this;
    }

    private static <T> String format(ConfigKey<T> key, Object word) {
      @SuppressWarnings("unchecked")
      T value = (T) word;
      return key.type().format(value);
    }
  }
}
