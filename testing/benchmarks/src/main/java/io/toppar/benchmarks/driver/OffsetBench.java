package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.offsets.RecoverMain;
import io.toppar.benchmarks.offsets.StoreMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What storing offsets in local files costs, by layout and sync setting; prints medians. */
public final class OffsetBench {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "partitions", "1,1000,10000",
          "layouts", "files,journal",
          "syncs", "never,interval,each",
          "times", "10",
          "entries", "1000000",
          "recovered", "10000,1000000",
          "folder", "",
          "rounds", "3");

  private final Options options;
  private final Path folder;

  private OffsetBench(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) throws IOException {
    OffsetBench bench = of(arguments);
    System.out.println(Machine.description());
    System.out.println(bench.options);
    System.out.println("\n" + bench.stores());
    System.out.println("\n" + bench.recovery());
  }

  static OffsetBench of(String... arguments) throws IOException {
    Options options = Options.parse(DEFAULTS, arguments);
    return new OffsetBench(options, folder(options.text("folder")));
  }

  private static Path folder(String given) throws IOException {
    return given.isEmpty()
        ? Files.createTempDirectory("toppar-offsets")
        : Files.createDirectories(Path.of(given));
  }

  /** A row for each number of partitions and sync setting, a column for each layout. */
  String stores() {
    Samples samples = new Samples();
    for (int round = 0; round < options.number("rounds"); round++) {
      for (String partitions : options.words("partitions")) {
        for (String sync : options.words("syncs")) {
          samples.add("%s, %s".formatted(partitions, sync), stored(partitions, sync));
        }
      }
    }
    Table table = new Table("partitions, sync");
    for (String layout : options.words("layouts")) {
      table.column(layout + ", ms", 2, subject -> samples.median(subject, layout + ".ms"));
    }
    table.column("files / journal", 0, subject -> ratio(samples, subject, "ms"));
    for (String layout : options.words("layouts")) {
      table.column(layout + ", CPU ms", 2, subject -> samples.median(subject, layout + ".cpu.ms"));
    }
    return table
        .column("files / journal, CPU", 0, subject -> ratio(samples, subject, "cpu.ms"))
        .of(samples.subjects());
  }

  private static double ratio(Samples samples, String subject, String figure) {
    return samples.median(subject, "files." + figure)
        / samples.median(subject, "journal." + figure);
  }

  private Map<String, Double> stored(String partitions, String sync) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String layout : options.words("layouts")) {
      Path used = folder.resolve(layout);
      List<String> arguments =
          List.of(layout, used.toString(), sync, partitions, options.text("times"));
      Child.run(Child.java(Jvm.LAUNCHER, StoreMain.class, arguments))
          .forEach((figure, value) -> figures.put(layout + "." + figure, value));
      delete(used);
    }
    return figures;
  }

  /** A row for each number of partitions that the entries are of. */
  String recovery() {
    Samples samples = new Samples();
    for (String partitions : options.words("recovered")) {
      Path used = folder.resolve("recovered");
      recover(List.of("make", used.toString(), options.text("entries"), partitions));
      for (int round = 0; round < options.number("rounds"); round++) {
        samples.add(partitions, recover(List.of("recover", used.toString())));
      }
      delete(used);
    }
    return new Table("partitions that " + options.text("entries") + " entries are of")
        .column("recovered in ms", 0, subject -> samples.median(subject, "ms"))
        .column("CPU ms", 0, subject -> samples.median(subject, "cpu.ms"))
        .column("journal MB", 1, subject -> samples.median(subject, "journal.mb"))
        .of(samples.subjects());
  }

  private static Map<String, Double> recover(List<String> arguments) {
    return Child.run(Child.java(Jvm.DEFAULT, RecoverMain.class, arguments));
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = new ArrayList<>(files.toList());
      deepestFirst.sort(Comparator.reverseOrder());
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
