package io.toppar.benchmarks.writer;

import io.toppar.benchmarks.Values;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a measured process is to write, as its arguments say: MODE HOST:PORT TOPIC VALUE_BYTES, then
 * what the process adds, then the client's settings as KEY=VALUE.
 */
final class Load {

  /** Enough that no codec's window reaches from a value to its next use. */
  private static final int DIFFERENT_VALUES = 4096;

  private final String[] arguments;

  Load(String[] arguments) {
    this.arguments = arguments;
  }

  Writer open() {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", arguments[1]);
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals > 0) {
        settings.put(argument.substring(0, equals), argument.substring(equals + 1));
      }
    }
    return WriterKind.named(arguments[0]).open(arguments[2], settings);
  }

  /** Values made beforehand, as their making is not measured; to be written in turn. */
  byte[][] values() {
    byte[][] values = new byte[DIFFERENT_VALUES][];
    Values random = new Values(Integer.parseInt(arguments[3]));
    Arrays.setAll(values, i -> random.next());
    return values;
  }

  /** The process's own argument at this index from 0. */
  int number(int index) {
    return Integer.parseInt(arguments[4 + index]);
  }
}
