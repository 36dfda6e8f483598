package io.toppar.app.config;

import io.toppar.app.config.ConfigKey.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of keys while it is written down: each key becomes the next row. Filled while the class
 * that has the keys as constants is initialised, and read afterwards.
 */
final class KeyTable {

  static final String MILLIS = "milliseconds";
  static final String BYTES = "bytes";
  static final int DAY = 86_400_000;
  static final int FIVE_MINUTES = 300_000;

  private final Side side;
  private final List<ConfigKey<?>> rows = new ArrayList<>();

  KeyTable(Side side) {
    this.side = side;
  }

  Row key(String name) {
    return new Row(name);
  }

  /** The keys written down so far, in their order. */
  List<ConfigKey<?>> rows() {
    return Collections.unmodifiableList(rows);
  }

  /** The words of a choice with their values, in this order. */
  static <E> Map<String, E> words(Object... pairs) {
    Map<String, E> words = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      @SuppressWarnings("unchecked")
      E value = (E) pairs[i + 1];
      words.put((String) pairs[i], value);
    }
    return words;
  }

  /** A row while it is written down. */
  final class Row {

    private final String name;
    private final List<String> aliases = new ArrayList<>();

    private Row(String name) {
      this.name = name;
    }

    Row alias(String alias) {
      aliases.add(alias);
      return this;
    }

    <T> ConfigKey<T> optional(ConfigType<T> type, String meaning) {
      return add(type, null, meaning);
    }

    <T> ConfigKey<T> with(ConfigType<T> type, T defaultValue, String meaning) {
      return add(type, defaultValue, meaning);
    }

    private <T> ConfigKey<T> add(ConfigType<T> type, @Nullable T defaultValue, String meaning) {
      ConfigKey<T> key =
          new ConfigKey<>(name, List.copyOf(aliases), type, defaultValue, side, false, meaning);
      rows.add(key);
      return key;
    }
  }
}
