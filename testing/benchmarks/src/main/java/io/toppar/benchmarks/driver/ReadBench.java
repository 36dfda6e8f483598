package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.reader.ReaderMain;
import io.toppar.testing.kafka.WriteOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reading a topic from a real broker, each mode in a JVM of its own, the modes taking turns; prints
 * medians.
 */
public final class ReadBench {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "records", "5000000",
          "partitions", "4",
          "batch-bytes", "131072",
          "codecs", "none,lz4",
          "modes", "raw,toppar-batch,toppar-record,kafka",
          "jvm", "launcher",
          "rounds", "5",
          "passes", "4");

  private final Options options;

  private ReadBench(Options options) {
    this.options = options;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) {
    ReadBench bench = of(arguments);
    System.out.println(Machine.description());
    System.out.println(bench.options);
    try (BenchBroker broker = new BenchBroker()) {
      for (String codec : bench.options.words("codecs")) {
        Samples samples = bench.measure(broker, codec);
        System.out.println("\ncompression " + codec + "\n");
        System.out.println(table(samples).of(samples.subjects()));
      }
    }
  }

  /** The benchmark with these options. */
  static ReadBench of(String... arguments) {
    return new ReadBench(Options.parse(DEFAULTS, arguments));
  }

  /** Fills a topic and reads it in rounds; every round begins with another mode. */
  Samples measure(BenchBroker broker, String codec) {
    String topic = "read-" + codec;
    broker.createFull(
        topic,
        options.number("partitions"),
        options.number("records"),
        WriteOptions.defaults().codec(codec).batchBytes(options.number("batch-bytes")));
    Map<String, List<String>> commands = commands(broker, topic);
    return Samples.ofRounds(
        options.number("rounds"),
        commands.keySet(),
        subject -> Child.run(commands.getOrDefault(subject, List.of())));
  }

  private Map<String, List<String>> commands(BenchBroker broker, String topic) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String word : options.words("jvm")) {
      Jvm jvm = Jvm.named(word);
      for (String mode : options.words("modes")) {
        commands.put(
            jvm.subject(mode),
            Child.java(
                jvm,
                ReaderMain.class,
                List.of(
                    mode,
                    broker.server(),
                    topic,
                    options.text("partitions"),
                    options.text("records"),
                    options.text("passes"))));
      }
    }
    return commands;
  }

  private static Table table(Samples samples) {
    return new Table("mode")
        .column("M records/s", 2, mode -> samples.median(mode, "steady.rate"))
        .column(
            "x kafka",
            2,
            mode -> samples.median(mode, "steady.rate") / samples.median("kafka", "steady.rate"))
        .column(
            "x raw",
            2,
            mode -> samples.median(mode, "steady.rate") / samples.median("raw", "steady.rate"))
        .column("CPU ns/record", 0, mode -> samples.median(mode, "steady.cpu"))
        .column(
            "over raw",
            0,
            mode -> samples.median(mode, "steady.cpu") - samples.median("raw", "steady.cpu"))
        .column("of it kernel", 0, mode -> samples.median(mode, "steady.kernel"))
        .column("Java threads", 0, mode -> samples.median(mode, "steady.threads"))
        .column("allocated B/record", 1, mode -> samples.median(mode, "steady.allocated"))
        .column("first pass M/s", 2, mode -> samples.median(mode, "first.rate"))
        .column("first pass CPU ns", 0, mode -> samples.median(mode, "first.cpu"))
        .column("whole process CPU s", 2, mode -> samples.median(mode, "process.cpu.s"))
        .column("peak resident MB", 0, mode -> samples.median(mode, "peak.mb"));
  }
}
