package io.toppar.app.config;

/** Writes the table of keys as the Markdown page {@code docs/configuration.md}. Any thread. */
public final class ConfigDocs {

  private ConfigDocs() {}

  /** The whole page. */
  public static String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # Configuration

            Written from the table in the code by `./toppar config`; do not edit by hand.

            Names and meanings are Kafka's and librdkafka's; where the two give one name different
            meanings, Kafka's holds. A key may be given by any of its names. An unknown key, a value
            out of range, and a key and its alias set differently are errors. C: looked at by
            consumers; P: by producers; \\*: by every client. A key that a client does not look at is a
            warning in its log, no error.

            | key | other names | for | takes | default | meaning |
            | --- | --- | --- | --- | --- | --- |
            """);
    ConfigKeys.all().forEach(key -> page.append(row(key)));
    return page.toString();
  }

  private static <T> String row(ConfigKey<T> key) {
    T value = key.defaultValue();
    return String.join(
            " | ",
            "| `" + key.name() + "`",
            key.aliases().isEmpty() ? "" : "`" + String.join("`, `", key.aliases()) + "`",
            side(key.side()),
            key.type().description().replace("|", "\\|"),
            value == null ? "none" : "`" + key.type().format(value) + "`",
            key.meaning())
        + " |\n";
  }

  private static String side(ConfigKey.Side side) {
    return switch (side) {
      case BOTH -> "\\*";
      case CONSUMER -> "C";
      case PRODUCER -> "P";
    };
  }
}
