package io.toppar.app.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How the values of a key are written and which of them are allowed. Immutable, any thread.
 *
 * @param <T> the Java type of the values
 */
public abstract class ConfigType<T> {

  private final String description;

  ConfigType(String description) {
    this.description = description;
  }

  /** What may be given, for people: {@code a whole number from 1 to 10}. */
  public final String description() {
    return description;
  }

  /** Reads a value, or throws an IllegalArgumentException. */
  abstract T parse(Object given);

  /** Writes a value as a properties file would hold it. */
  String format(T value) {
    return String.valueOf(value);
  }

  /** The same type with fewer values. */
  final ConfigType<T> where(Predicate<T> allowed) {
    ConfigType<T> wider = this;
    return new ConfigType<>(description) {
      @Override
      T parse(Object given) {
        T value = wider.parse(given);
        if (!allowed.test(value)) {
          throw new IllegalArgumentException("not allowed");
        }
        return value;
      }

      @Override
      String format(T value) {
        return wider.format(value);
      }
    };
  }

  static ConfigType<String> text(String description) {
    return new ConfigType<>(description) {
      @Override
      String parse(Object given) {
        return given.toString().trim();
      }
    };
  }

  static ConfigType<List<String>> list(String description) {
    return new ConfigType<>(description) {
      @Override
      List<String> parse(Object given) {
        String joined = given instanceof Iterable<?> many ? join(many) : given.toString();
        List<String> items =
            Arrays.stream(joined.split(",", -1))
                .map(String::trim)
                .filter(s -> !s.isEmpty())
                .toList();
        if (items.isEmpty()) {
          throw new IllegalArgumentException("empty");
        }
        return items;
      }

      @Override
      String format(List<String> value) {
        return String.join(",", value);
      }
    };
  }

  private static String join(Iterable<?> many) {
    StringBuilder joined = new StringBuilder();
    many.forEach(one -> joined.append(one).append(','));
    return joined.toString();
  }

  static ConfigType<Integer> integer(int least, int most, String unit) {
    return new ConfigType<>(range(least, most, unit)) {
      @Override
      Integer parse(Object given) {
        return (int) checked(given, least, most);
      }
    };
  }

  static ConfigType<Long> number(long least, long most, String unit) {
    return new ConfigType<>(range(least, most, unit)) {
      @Override
      Long parse(Object given) {
        return checked(given, least, most);
      }
    };
  }

  private static String range(long least, long most, String unit) {
    return "a whole number from "
        + least
        + " to "
        + most
        + (unit.isEmpty() ? "" : " (" + unit + ")");
  }

  private static long checked(Object given, long least, long most) {
    long value = Long.parseLong(given.toString().trim());
    if (value < least || value > most) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  static ConfigType<Boolean> bool() {
    return new ConfigType<>("true or false") {
      @Override
      Boolean parse(Object given) {
        return switch (given.toString().trim().toLowerCase(Locale.ROOT)) {
          case "true" -> true;
          case "false" -> false;
          default -> throw new IllegalArgumentException("neither true nor false");
        };
      }
    };
  }

  /** Words for values; the first word of each value is the one written. */
  static <E> ConfigType<E> choice(Map<String, E> words) {
    return new ConfigType<>("one of " + words.keySet().stream().collect(Collectors.joining(", "))) {
      @Override
      E parse(Object given) {
        E value = words.get(given.toString().trim().toLowerCase(Locale.ROOT));
        if (value == null) {
          throw new IllegalArgumentException("no such word");
        }
        return value;
      }

      @Override
      String format(E value) {
        return words.entrySet().stream()
            .filter(word -> word.getValue().equals(value))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
      }
    };
  }
}
