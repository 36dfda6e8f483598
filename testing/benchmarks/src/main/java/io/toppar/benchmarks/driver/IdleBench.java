package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.reader.IdleMain;
import java.util.List;
import java.util.Map;

/** What assigned partitions cost into which nobody writes; prints medians. */
public final class IdleBench {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "partitions", "2000",
          "seconds", "30",
          "warming", "15",
          "modes", "toppar-batch,kafka",
          "jvm", "launcher",
          "rounds", "3");

  private static final String TOPIC = "idle";

  private IdleBench() {}

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) {
    Options options = Options.parse(DEFAULTS, arguments);
    System.out.println(Machine.description());
    System.out.println(options);
    Samples samples = new Samples();
    try (BenchBroker broker = new BenchBroker()) {
      broker.createEmpty(TOPIC, options.number("partitions"));
      for (int round = 0; round < options.number("rounds"); round++) {
        for (String mode : options.words("modes")) {
          samples.add(mode, Child.run(command(options, broker, mode)));
        }
      }
    }
    Table table =
        new Table("mode")
            .column("% of a core", 2, mode -> samples.median(mode, "core.percent"))
            .column("of it kernel", 2, mode -> samples.median(mode, "kernel.percent"))
            .column("allocated kB/s", 0, mode -> samples.median(mode, "allocated.kb.s"))
            .column("peak resident MB", 0, mode -> samples.median(mode, "peak.mb"));
    System.out.println("\n" + table.of(samples.subjects()));
  }

  private static List<String> command(Options options, BenchBroker broker, String mode) {
    return Child.java(
        Jvm.named(options.text("jvm")),
        IdleMain.class,
        List.of(
            mode,
            broker.server(),
            TOPIC,
            options.text("partitions"),
            options.text("warming"),
            options.text("seconds")));
  }
}
