package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.reader.FirstRecordMain;
import io.toppar.testing.kafka.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cold starts: from starting a process to the first output it makes, which is its first record; the
 * command line and plain programs with either client, taking turns; prints medians.
 */
public final class StartBench {

  static final String COMMAND = "toppar consume -c 1";
  static final String TOPPAR = "toppar, the launcher's JVM flags";
  static final String TOPPAR_ARCHIVED = TOPPAR + ", classes archived";
  static final String KAFKA = "kafka, the launcher's JVM flags";
  static final String KAFKA_ARCHIVED = KAFKA + ", classes archived";
  static final String KAFKA_DEFAULT = "kafka, no JVM flags";

  private static final String TOPIC = "start";
  private static final Map<String, String> DEFAULTS =
      Map.of("records", "1000", "partitions", "4", "rounds", "7", "archive", "true");

  private final Options options;
  private final Path launcher;

  private StartBench(Options options, Path launcher) {
    this.options = options;
    this.launcher = launcher;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) {
    Path launcher = Path.of(System.getProperty("toppar.home", "."), "toppar");
    StartBench bench = of(launcher, arguments);
    System.out.println(Machine.description());
    System.out.println(bench.options);
    try (BenchBroker broker = new BenchBroker()) {
      Samples samples = bench.measure(broker);
      System.out.println("\n" + table(samples).of(samples.subjects()));
    }
  }

  /** The benchmark with this launcher of the command line and these options. */
  static StartBench of(Path launcher, String... arguments) {
    return new StartBench(Options.parse(DEFAULTS, arguments), launcher);
  }

  /** Fills a topic and starts the readers in rounds; every round begins with another one. */
  Samples measure(BenchBroker broker) {
    broker.createFull(
        TOPIC, options.number("partitions"), options.number("records"), WriteOptions.defaults());
    try {
      Path archives = Files.createTempDirectory("toppar-archives");
      try {
        return measure(commands(broker.server(), archives));
      } finally {
        for (String mode : List.of("toppar-batch", "kafka")) {
          Files.deleteIfExists(archiveOf(mode, archives));
        }
        Files.delete(archives);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep archives of classes", e);
    }
  }

  private Samples measure(Map<String, List<String>> commands) {
    // Once unmeasured: the launcher may have to build and to archive its classes, and files are
    // read for the first time.
    commands.values().forEach(TimedCommand::run);
    return Samples.ofRounds(
        options.number("rounds"),
        commands.keySet(),
        subject -> TimedCommand.run(commands.getOrDefault(subject, List.of())));
  }

  private Map<String, List<String>> commands(String server, Path archives) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(
        COMMAND, List.of(launcher.toString(), "consume", "-b", server, "-t", TOPIC, "-c", "1"));
    commands.put(TOPPAR, reader(Jvm.LAUNCHER, "toppar-batch", server));
    commands.put(KAFKA, reader(Jvm.LAUNCHER, "kafka", server));
    commands.put(KAFKA_DEFAULT, reader(Jvm.DEFAULT, "kafka", server));
    if (Boolean.parseBoolean(options.text("archive"))) {
      commands.put(TOPPAR_ARCHIVED, archived("toppar-batch", server, archives));
      commands.put(KAFKA_ARCHIVED, archived("kafka", server, archives));
    }
    return commands;
  }

  private List<String> reader(Jvm jvm, String mode, String server) {
    return Child.java(
        jvm, FirstRecordMain.class, List.of(mode, server, TOPIC, options.text("partitions")));
  }

  /** As the command line's launcher does it: what one run loads is archived for the next ones. */
  private List<String> archived(String mode, String server, Path archives) {
    List<String> plain = reader(Jvm.LAUNCHER, mode, server);
    Path archive = archiveOf(mode, archives);
    TimedCommand.run(with("-XX:ArchiveClassesAtExit=" + archive, plain));
    if (!Files.exists(archive)) {
      throw new IllegalStateException(
          "no archive of the classes of %s was made: --archive false measures without"
              .formatted(mode));
    }
    return with("-XX:SharedArchiveFile=" + archive, plain);
  }

  private static List<String> with(String flag, List<String> command) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(1, List.of(flag, "-Xlog:disable", "-Xlog:all=error,cds*=off:stderr"));
    return longer;
  }

  private static Path archiveOf(String mode, Path archives) {
    return archives.resolve(mode + ".jsa");
  }

  private static Table table(Samples samples) {
    return new Table("process")
        .column("first record s", 3, process -> samples.median(process, TimedCommand.FIRST_OUTPUT))
        .column(
            "x kafka",
            2,
            process ->
                samples.median(process, TimedCommand.FIRST_OUTPUT)
                    / samples.median(KAFKA, TimedCommand.FIRST_OUTPUT))
        .column("whole s", 3, process -> samples.median(process, TimedCommand.ELAPSED))
        .column("CPU s", 2, process -> samples.median(process, TimedCommand.CPU))
        .column("of it kernel", 2, process -> samples.median(process, TimedCommand.KERNEL));
  }
}
