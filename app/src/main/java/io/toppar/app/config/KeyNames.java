package io.toppar.app.config;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds keys by name or alias; for a name that is no key it knows what to set instead, or else the
 * nearest one. Stateless, any thread.
 */
final class KeyNames {

  private static final Map<String, ConfigKey<?>> BY_NAME = new HashMap<>();

  private static final String ONE_LEVEL = "set compression.level, which is that of the codec used";
  private static final String BY_BYTES =
      "what waits to be delivered is bounded by its bytes; set buffer.memory";

  /** Keys of other clients that have no like here, and what to set instead. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "queue.buffering.max.messages", BY_BYTES,
          "queue.buffering.max.kbytes", BY_BYTES,
          "sticky.partitioning.linger.ms",
              "messages without a key move to another partition with each batch.size",
          "partitioner.class", "set partitioner, or give the producer a partitioner of your own",
          "compression.gzip.level", ONE_LEVEL,
          "compression.lz4.level", ONE_LEVEL,
          "compression.zstd.level", ONE_LEVEL);

  static {
    for (ConfigKey<?> key : ConfigKeys.all()) {
      BY_NAME.put(key.name(), key);
      key.aliases().forEach(alias -> BY_NAME.put(alias, key));
    }
  }

  private KeyNames() {}

  static ConfigKey<?> key(String name) {
    ConfigKey<?> key = BY_NAME.get(name);
    String instead = ELSEWHERE.get(name);
    if (instead != null) {
      throw new ConfigException("'" + name + "' is not a configuration key here: " + instead);
    }
    if (key == null) {
      throw new ConfigException("'" + name + "' is not a configuration key; " + advice(name));
    }
    return key;
  }

  /** A name that is much unlike all there are is no slip of the pen. */
  private static String advice(String name) {
    String nearest = nearest(name);
    return distance(name, nearest) <= Math.max(2, name.length() / 3)
        ? "the nearest is '" + nearest + "'"
        : "none is like it; './toppar config' and docs/configuration.md list all";
  }

  private static String nearest(String name) {
    String best = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : BY_NAME.keySet().stream().sorted().toList()) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  /** Levenshtein's distance, two rows at a time. */
  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
