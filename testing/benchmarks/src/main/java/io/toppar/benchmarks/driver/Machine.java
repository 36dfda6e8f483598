package io.toppar.benchmarks.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Where and beside what a benchmark runs, to be printed above its figures. */
final class Machine {

  private Machine() {}

  static String description() {
    return "%s, %d cores, %s, JDK %s, load average at the start %s"
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name") + " " + System.getProperty("os.version"),
            System.getProperty("java.version"),
            load());
  }

  /** Of the last 1, 5 and 15 minutes: what else ran. */
  private static String load() {
    try {
      String[] fields = Files.readString(Path.of("/proc/loadavg")).split(" ", -1);
      return String.join(" ", fields[0], fields[1], fields[2]);
    } catch (IOException e) {
      return "unknown (" + e.getMessage() + ")";
    }
  }
}
