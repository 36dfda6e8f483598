package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.reader.PlainKafkaMain;
import io.toppar.testing.kafka.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whole processes from start to end: the command line that reads a topic and discards it, and a
 * plain reader with Kafka's own client; prints medians.
 */
public final class WholeBench {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "records", "5000000",
          "partitions", "4",
          "batch-bytes", "131072",
          "codecs", "none,lz4",
          "rounds", "5");

  private static final String TOPPAR = "toppar consume --discard";
  private static final String KAFKA = "kafka, the launcher's JVM flags";
  private static final String KAFKA_DEFAULT = "kafka, no JVM flags";

  private final Options options;

  /** The command line's launcher. */
  private final String launcher;

  private final Path folder;

  private WholeBench(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
    this.launcher = Path.of(System.getProperty("toppar.home", "."), "toppar").toString();
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) throws IOException {
    Options options = Options.parse(DEFAULTS, arguments);
    Path folder = Files.createTempDirectory("toppar-whole");
    System.out.println(Machine.description());
    System.out.println(options);
    try (BenchBroker broker = new BenchBroker()) {
      for (String codec : options.words("codecs")) {
        Samples samples = new WholeBench(options, folder).measure(broker, codec);
        System.out.println("\ncompression " + codec + "\n");
        System.out.println(table(samples).of(samples.subjects()));
      }
    }
  }

  private Samples measure(BenchBroker broker, String codec) {
    String topic = "whole-" + codec;
    broker.createFull(
        topic,
        options.number("partitions"),
        options.number("records"),
        WriteOptions.defaults().codec(codec).batchBytes(options.number("batch-bytes")));
    Map<String, List<String>> commands = commands(broker.server(), topic);
    // Once unmeasured: the launcher may have to build, and to archive its classes.
    commands.values().forEach(TimedCommand::run);
    Samples samples = new Samples();
    for (int round = 0; round < options.number("rounds"); round++) {
      commands.forEach((subject, command) -> samples.add(subject, TimedCommand.run(command)));
    }
    return samples;
  }

  private Map<String, List<String>> commands(String server, String topic) {
    List<String> reader =
        List.of(server, topic, options.text("partitions"), options.text("records"));
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(TOPPAR, consume(server, topic));
    commands.put(
        TOPPAR + ", offsets in files",
        consume(server, topic, "--offsets", folder.resolve("files").toString()));
    commands.put(
        TOPPAR + ", offsets in a journal",
        consume(
            server,
            topic,
            "--offsets",
            folder.resolve("journal").toString(),
            "-X",
            "offset.store.layout=journal"));
    commands.put(
        TOPPAR + ", offsets at the broker",
        consume(server, topic, "--group", "whole", "-X", "offset.store.method=broker"));
    commands.put(KAFKA, Child.java(Jvm.LAUNCHER, PlainKafkaMain.class, reader));
    commands.put(KAFKA_DEFAULT, Child.java(Jvm.DEFAULT, PlainKafkaMain.class, reader));
    return commands;
  }

  private List<String> consume(String server, String topic, String... offsets) {
    List<String> command = new ArrayList<>(List.of(launcher, "consume", "-b", server, "-t", topic));
    command.addAll(List.of("-o", "beginning", "-e", "-q", "--discard"));
    command.addAll(List.of(offsets));
    return command;
  }

  private static Table table(Samples samples) {
    return new Table("process")
        .column("CPU s", 2, process -> samples.median(process, TimedCommand.CPU))
        .column("of it kernel", 2, process -> samples.median(process, TimedCommand.KERNEL))
        .column(
            "x kafka",
            2,
            process ->
                samples.median(process, TimedCommand.CPU) / samples.median(KAFKA, TimedCommand.CPU))
        .column("elapsed s", 2, process -> samples.median(process, TimedCommand.ELAPSED))
        .column("peak resident MB", 0, process -> samples.median(process, TimedCommand.PEAK));
  }
}
