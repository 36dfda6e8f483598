package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.writer.WriterMain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writing records to a real broker, each client in a process of its own, the clients taking turns;
 * prints medians. After each process the topic must hold exactly what it wrote.
 */
public final class ProduceBench {

  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("values", "100,1000"),
          Map.entry("acks", "1,all"),
          Map.entry("codecs", "none,lz4,zstd"),
          Map.entry("threads", "1,4"),
          Map.entry("modes", "kafka,toppar,toppar-callback,rdkafka_performance,kcat"),
          Map.entry("linger", "5"),
          Map.entry("batch-bytes", "65536"),
          Map.entry("megabytes", "300"),
          Map.entry("partitions", "4"),
          Map.entry("jvm", "launcher,default"),
          Map.entry("rounds", "3"),
          Map.entry("passes", "3"));

  private final Options options;
  private final BenchBroker broker;
  private int topics;

  private ProduceBench(Options options, BenchBroker broker) {
    this.options = options;
    this.broker = broker;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) {
    System.out.println(Machine.description());
    try (BenchBroker broker = new BenchBroker()) {
      ProduceBench bench = of(broker, arguments);
      System.out.println(bench.options);
      for (String valueBytes : bench.options.words("values")) {
        bench.print(Integer.parseInt(valueBytes));
      }
    }
  }

  /** The benchmark with these options. */
  static ProduceBench of(BenchBroker broker, String... arguments) {
    return new ProduceBench(Options.parse(DEFAULTS, arguments), broker);
  }

  private void print(int valueBytes) {
    int records = options.number("megabytes") * 1_000_000 / valueBytes;
    try (LineFile lines = LineFile.of(valueBytes, records)) {
      for (String acks : options.words("acks")) {
        for (String codec : options.words("codecs")) {
          for (String threads : options.words("threads")) {
            System.out.printf(
                "%nrecords of %d bytes, acks=%s, compression %s, calling threads %s%n%n",
                valueBytes, acks, codec, threads);
            Samples samples = measure(lines, acks, codec, Integer.parseInt(threads));
            System.out.println(table(samples).of(samples.subjects()));
          }
        }
      }
    }
  }

  /** Lets every client write, in rounds; every round begins with another one. */
  Samples measure(LineFile lines, String acks, String codec, int threads) {
    ProduceSettings settings =
        new ProduceSettings(
            broker.server(), acks, codec, options.number("linger"), options.number("batch-bytes"));
    Map<String, Run> runs = runs(lines, settings, threads);
    return Samples.ofRounds(
        options.number("rounds"),
        runs.keySet(),
        subject -> {
          String topic = "produce-" + ++topics;
          broker.createTopic(topic, options.number("partitions"));
          Run run = Objects.requireNonNull(runs.get(subject));
          Map<String, Double> figures = run.to(topic);
          broker.deleteTopicOf(topic, (long) lines.lines() * run.passes());
          return figures;
        });
  }

  /** A process that writes the lines so many times over. */
  private record Run(int passes, Function<String, Map<String, Double>> process) {

    /** Runs it to its end. */
    Map<String, Double> to(String topic) {
      return process.apply(topic);
    }
  }

  private Map<String, Run> runs(LineFile lines, ProduceSettings settings, int threads) {
    Map<String, Run> runs = new LinkedHashMap<>();
    for (String mode : options.words("modes")) {
      Optional<NativeProducer> program = NativeProducer.named(mode);
      if (program.isEmpty()) {
        for (String word : options.words("jvm")) {
          Jvm jvm = Jvm.named(word);
          runs.put(
              jvm.subject(mode),
              new Run(
                  options.number("passes"),
                  topic -> Child.run(command(jvm, mode, topic, lines, settings, threads))));
        }
        continue;
      }
      String reason = program.get().unfit(settings.codec(), threads);
      if (reason.isEmpty()) {
        runs.put(mode, new Run(1, topic -> program.get().run(topic, lines, settings)));
      } else {
        System.out.println(mode + " is left out: " + reason + "\n");
      }
    }
    return runs;
  }

  private List<String> command(
      Jvm jvm, String mode, String topic, LineFile lines, ProduceSettings settings, int threads) {
    List<String> arguments =
        new ArrayList<>(List.of(mode, settings.server(), topic, "" + lines.valueBytes()));
    arguments.addAll(List.of("" + lines.lines(), options.text("passes"), "" + threads));
    arguments.addAll(settings.forJava());
    return Child.java(jvm, WriterMain.class, arguments);
  }

  private static Table table(Samples samples) {
    // Kafka's own with a heap of its choice, if that is measured.
    String generous = Jvm.DEFAULT.subject("kafka");
    String kafka = samples.subjects().contains(generous) ? generous : "kafka";
    return new Table("client")
        .column("M records/s", 2, mode -> samples.median(mode, "steady.rate"))
        .column("x kafka", 2, mode -> samples.ratio(mode, kafka, "steady.rate"))
        .column("CPU ns/record", 0, mode -> samples.median(mode, "steady.cpu"))
        .column("x kafka", 2, mode -> samples.ratio(mode, kafka, "steady.cpu"))
        .column("of it kernel", 0, mode -> samples.median(mode, "steady.kernel"))
        .column("Java threads", 0, mode -> samples.median(mode, "steady.threads"))
        .column("allocated B/record", 1, mode -> samples.median(mode, "steady.allocated"))
        .column("first pass M/s", 2, mode -> samples.median(mode, "first.rate"))
        .column("first pass CPU ns", 0, mode -> samples.median(mode, "first.cpu"))
        .column("peak resident MB", 0, mode -> samples.median(mode, "peak.mb"));
  }
}
