package io.toppar.benchmarks.driver;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Programs on librdkafka that write records, where they are on the PATH. Measured is the whole
 * process, its start and its end included, which are milliseconds.
 */
enum NativeProducer {
  /** librdkafka's own; its records are all alike. */
  RDKAFKA_PERFORMANCE("rdkafka_performance") {
    @Override
    List<String> arguments(LineFile lines, ProduceSettings settings) {
      String acks = settings.acks().equals("all") ? "-1" : settings.acks();
      return List.of("-s", "" + lines.valueBytes(), "-c", "" + lines.lines(), "-a", acks);
    }
  },

  /** Reads the lines of a file. */
  KCAT("kcat") {
    @Override
    List<String> arguments(LineFile lines, ProduceSettings settings) {
      return List.of("-l", lines.path().toString());
    }
  };

  private final String program;

  NativeProducer(String program) {
    this.program = program;
  }

  /** The program of this name, if it is one of these. */
  static Optional<NativeProducer> named(String program) {
    return Stream.of(values()).filter(one -> one.program.equals(program)).findFirst();
  }

  /** Why it has no part in such a measurement; empty if it has. */
  String unfit(String codec, int threads) {
    if (threads > 1) {
      return "it writes from one thread";
    }
    if (this == RDKAFKA_PERFORMANCE && !codec.equals("none")) {
      return "its records are all alike, which compresses too well";
    }
    boolean isThere =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    return isThere ? "" : "it is not on the PATH";
  }

  /** Writes as many records as there are lines; the figures are named as those of a JVM are. */
  Map<String, Double> run(String topic, LineFile lines, ProduceSettings settings) {
    Map<String, Double> whole = TimedCommand.run(command(topic, lines, settings));
    double records = lines.lines();
    double cpuSeconds = whole.getOrDefault(TimedCommand.CPU, Double.NaN);
    return Map.of(
        "steady.rate", records / 1e6 / whole.getOrDefault(TimedCommand.ELAPSED, Double.NaN),
        "steady.cpu", cpuSeconds * 1e9 / records,
        "steady.kernel", whole.getOrDefault(TimedCommand.KERNEL, Double.NaN) * 1e9 / records,
        "peak.mb", whole.getOrDefault(TimedCommand.PEAK, Double.NaN));
  }

  /** Writes as many records as there are lines. */
  List<String> command(String topic, LineFile lines, ProduceSettings settings) {
    List<String> command = new ArrayList<>(List.of(program, "-P", "-q"));
    command.addAll(List.of("-b", settings.server(), "-t", topic));
    for (String word : settings.forLibrdkafka()) {
      command.addAll(List.of("-X", word));
    }
    command.addAll(arguments(lines, settings));
    return command;
  }

  /** What is this program's own. */
  abstract List<String> arguments(LineFile lines, ProduceSettings settings);
}
