package io.toppar.testing.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The {@code --name value} pairs of a command. Immutable. */
final class Arguments {
  private final Map<String, List<String>> values;

  private Arguments(Map<String, List<String>> values) {
    this.values = values;
  }

  /** A command line that makes no sense; the message is one line for the user. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  /** Splits a command line; {@code flags} are names without value. */
  static Arguments of(Set<String> names, Set<String> flags, String... args) throws Wrong {
    Map<String, List<String>> values = new HashMap<>();
    for (int i = 0; i < args.length; i++) {
      String name = args[i];
      if (flags.contains(name)) {
        values.put(name, List.of("true"));
      } else if (!names.contains(name)) {
        throw new Wrong("unknown argument " + name + ", one of " + known(names, flags));
      } else if (i + 1 == args.length) {
        throw new Wrong(name + " needs a value");
      } else {
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(args[++i]);
      }
    }
    return new Arguments(values);
  }

  private static String known(Set<String> names, Set<String> flags) {
    List<String> all = new ArrayList<>(names);
    all.addAll(flags);
    all.sort(null);
    return String.join(" ", all);
  }

  boolean has(String flag) {
    return values.containsKey(flag);
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  Optional<String> last(String name) {
    List<String> given = all(name);
    return given.isEmpty() ? Optional.empty() : Optional.of(given.get(given.size() - 1));
  }

  String required(String name) throws Wrong {
    return last(name).orElseThrow(() -> new Wrong(name + " is missing"));
  }

  long number(String name, long otherwise, long least, long most) throws Wrong {
    Optional<String> given = last(name);
    if (given.isEmpty()) {
      return otherwise;
    }
    return parse(name, given.get(), least, most);
  }

  static long parse(String name, String given, long least, long most) throws Wrong {
    try {
      long number = Long.parseLong(given);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      throw new Wrong("%s %s: not a whole number".formatted(name, given));
    }
    throw new Wrong("%s %s: not within %d and %d".formatted(name, given, least, most));
  }
}
