package io.toppar.benchmarks.driver;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a benchmark is told on its command line, {@code --name value}, over its defaults. */
final class Options {

  private final Map<String, String> values;

  private Options(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException for a name that is not among the defaults
   */
  static Options parse(Map<String, String> defaults, String... arguments) {
    Map<String, String> values = new TreeMap<>(defaults);
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i].replaceFirst("^--", "");
      if (!values.containsKey(name) || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            "%s: write --NAME VALUE, the names and their defaults are %s"
                .formatted(arguments[i], new TreeMap<>(defaults)));
      }
      values.put(name, arguments[i + 1]);
    }
    return new Options(values);
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no option is called " + name);
    }
    return value;
  }

  int number(String name) {
    return Integer.parseInt(text(name));
  }

  List<String> words(String name) {
    return List.of(text(name).split(",", -1));
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
