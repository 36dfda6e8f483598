package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.writer.LatencyMain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * From when a record is due to be sent to its acknowledgement, at a fixed modest rate; prints
 * medians of percentiles.
 */
public final class LatencyBench {

  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("rate", "20000"),
          Map.entry("value-bytes", "100"),
          Map.entry("lingers", "5,0"),
          Map.entry("acks", "all"),
          Map.entry("codec", "none"),
          Map.entry("batch-bytes", "65536"),
          Map.entry("partitions", "4"),
          Map.entry("modes", "kafka,toppar,toppar-direct"),
          Map.entry("jvm", "launcher"),
          Map.entry("warming", "10"),
          Map.entry("seconds", "20"),
          Map.entry("rounds", "3"));

  private final Options options;
  private final BenchBroker broker;
  private int topics;

  private LatencyBench(Options options, BenchBroker broker) {
    this.options = options;
    this.broker = broker;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) {
    System.out.println(Machine.description());
    try (BenchBroker broker = new BenchBroker()) {
      LatencyBench bench = of(broker, arguments);
      System.out.println(bench.options);
      for (String linger : bench.options.words("lingers")) {
        Samples samples = bench.measure(Integer.parseInt(linger));
        System.out.println("\nlinger.ms " + linger + "\n");
        System.out.println(table(samples).of(samples.subjects()));
      }
    }
  }

  /** The benchmark with these options. */
  static LatencyBench of(BenchBroker broker, String... arguments) {
    return new LatencyBench(Options.parse(DEFAULTS, arguments), broker);
  }

  /** Lets every client write, in rounds; every round begins with another one. */
  Samples measure(int lingerMillis) {
    return Samples.ofRounds(
        options.number("rounds"), options.words("modes"), mode -> write(mode, lingerMillis));
  }

  private Map<String, Double> write(String mode, int lingerMillis) {
    String topic = "latency-" + ++topics;
    broker.createTopic(topic, options.number("partitions"));
    List<String> arguments =
        new ArrayList<>(List.of(mode, broker.server(), topic, options.text("value-bytes")));
    arguments.add(options.text("rate"));
    arguments.add(options.text("warming"));
    arguments.add(options.text("seconds"));
    arguments.addAll(
        new ProduceSettings(
                broker.server(),
                options.text("acks"),
                options.text("codec"),
                lingerMillis,
                options.number("batch-bytes"))
            .forJava());
    Map<String, Double> figures =
        Child.run(Child.java(Jvm.named(options.text("jvm")), LatencyMain.class, arguments));
    int seconds = options.number("warming") + options.number("seconds");
    broker.deleteTopicOf(topic, (long) options.number("rate") * seconds);
    return figures;
  }

  private static Table table(Samples samples) {
    return new Table("client")
        .column("p50 ms", 2, mode -> samples.median(mode, "p50.ms"))
        .column("p95 ms", 2, mode -> samples.median(mode, "p95.ms"))
        .column("p99 ms", 2, mode -> samples.median(mode, "p99.ms"))
        .column("p99.9 ms", 2, mode -> samples.median(mode, "p99.9.ms"))
        .column("longest ms", 1, mode -> samples.median(mode, "max.ms"))
        .column("% of a core", 1, mode -> samples.median(mode, "core.percent"))
        .column("peak resident MB", 0, mode -> samples.median(mode, "peak.mb"));
  }
}
