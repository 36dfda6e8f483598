package io.toppar.benchmarks.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.tools.ProducerPerformance;

/**
 * Whole processes from start to end that write a file of lines: the command line, and the tool by
 * which Kafka's own producer is measured, which takes a few of the lines again and again; prints
 * medians. After each process the topic must hold as many records as there are lines.
 */
public final class ProduceWholeBench {

  static final String TOPPAR = "toppar produce";
  static final String KAFKA = "kafka's tool, the launcher's JVM flags";
  static final String KAFKA_DEFAULT = "kafka's tool, no JVM flags";
  static final String KAFKA_RANDOM = "kafka's tool, no JVM flags, values made";
  static final String KCAT = "kcat -l";

  private static final int SAMPLE_LINES = 4096;
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "records", "3000000",
          "value-bytes", "100",
          "partitions", "4",
          "codecs", "none",
          "acks", "all",
          "linger", "5",
          "batch-bytes", "65536",
          "toppar", "true",
          "rounds", "3");

  private final Options options;
  private final BenchBroker broker;

  /** The command line's launcher. */
  private final Path launcher;

  private int topics;

  private ProduceWholeBench(Options options, BenchBroker broker, Path launcher) {
    this.options = options;
    this.broker = broker;
    this.launcher = launcher;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) {
    Path launcher = Path.of(System.getProperty("toppar.home", "."), "toppar");
    System.out.println(Machine.description());
    try (BenchBroker broker = new BenchBroker()) {
      ProduceWholeBench bench = of(broker, launcher, arguments);
      System.out.println(bench.options);
      for (String codec : bench.options.words("codecs")) {
        Samples samples = bench.measure(codec);
        System.out.println("\ncompression " + codec + "\n");
        System.out.println(table(samples).of(samples.subjects()));
      }
    }
  }

  /** The benchmark with this launcher of the command line and these options. */
  static ProduceWholeBench of(BenchBroker broker, Path launcher, String... arguments) {
    return new ProduceWholeBench(Options.parse(DEFAULTS, arguments), broker, launcher);
  }

  /** Lets every process write, in rounds; every round begins with another one. */
  Samples measure(String codec) {
    ProduceSettings settings =
        new ProduceSettings(
            broker.server(),
            options.text("acks"),
            codec,
            options.number("linger"),
            options.number("batch-bytes"));
    int valueBytes = options.number("value-bytes");
    try (LineFile lines = LineFile.of(valueBytes, options.number("records"));
        LineFile sample = LineFile.of(valueBytes, SAMPLE_LINES)) {
      Map<String, Function<String, List<String>>> commands = commands(lines, sample, settings);
      // Once unmeasured: the launcher may have to build, and to archive its classes.
      commands.forEach((subject, command) -> write(command));
      return Samples.ofRounds(
          options.number("rounds"),
          commands.keySet(),
          subject -> write(Objects.requireNonNull(commands.get(subject))));
    }
  }

  private Map<String, Double> write(Function<String, List<String>> command) {
    String topic = "produce-whole-" + ++topics;
    broker.createTopic(topic, options.number("partitions"));
    Map<String, Double> figures = TimedCommand.run(command.apply(topic));
    broker.deleteTopicOf(topic, options.number("records"));
    return figures;
  }

  /** What writes to a topic, by its name. */
  private Map<String, Function<String, List<String>>> commands(
      LineFile lines, LineFile sample, ProduceSettings settings) {
    List<String> fromSample = List.of("--payload-file", sample.path().toString());
    List<String> made = List.of("--record-size", options.text("value-bytes"));
    Map<String, Function<String, List<String>>> commands = new LinkedHashMap<>();
    if (Boolean.parseBoolean(options.text("toppar"))) {
      commands.put(TOPPAR, topic -> produce(topic, lines, settings));
    }
    commands.put(KAFKA, topic -> tool(Jvm.LAUNCHER, topic, settings, fromSample));
    commands.put(KAFKA_DEFAULT, topic -> tool(Jvm.DEFAULT, topic, settings, fromSample));
    commands.put(KAFKA_RANDOM, topic -> tool(Jvm.DEFAULT, topic, settings, made));
    if (NativeProducer.KCAT.unfit(settings.codec(), 1).isEmpty()) {
      commands.put(KCAT, topic -> NativeProducer.KCAT.command(topic, lines, settings));
    }
    return commands;
  }

  private List<String> produce(String topic, LineFile lines, ProduceSettings settings) {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "produce"));
    command.addAll(List.of("-b", settings.server(), "-t", topic));
    for (String word : settings.forJava()) {
      command.addAll(List.of("-X", word));
    }
    command.add(lines.path().toString());
    return command;
  }

  private List<String> tool(Jvm jvm, String topic, ProduceSettings settings, List<String> values) {
    List<String> arguments = new ArrayList<>(List.of("--bootstrap-server", settings.server()));
    arguments.addAll(List.of("--topic", topic, "--throughput", "-1"));
    arguments.addAll(List.of("--num-records", options.text("records")));
    arguments.addAll(values);
    arguments.add("--command-property");
    arguments.addAll(settings.forJava());
    return Child.java(jvm, ProducerPerformance.class, arguments);
  }

  private static Table table(Samples samples) {
    return new Table("process")
        .column("CPU s", 2, process -> samples.median(process, TimedCommand.CPU))
        .column("of it kernel", 2, process -> samples.median(process, TimedCommand.KERNEL))
        .column("x kafka", 2, process -> samples.ratio(process, KAFKA_DEFAULT, TimedCommand.CPU))
        .column("elapsed s", 2, process -> samples.median(process, TimedCommand.ELAPSED))
        .column("peak resident MB", 0, process -> samples.median(process, TimedCommand.PEAK));
  }
}
