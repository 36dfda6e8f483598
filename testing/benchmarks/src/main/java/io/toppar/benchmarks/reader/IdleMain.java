package io.toppar.benchmarks.reader;

import io.toppar.benchmarks.Figures;
import io.toppar.benchmarks.Meter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A process that polls partitions into which nobody writes, and prints what that took.
 *
 * <p>Arguments: MODE HOST:PORT TOPIC PARTITIONS WARMING_SECONDS SECONDS
 */
public final class IdleMain {

  private IdleMain() {}

  /** Waits; fails if a record comes. */
  public static void main(String[] arguments) throws IOException {
    Source source = new Source(arguments[1], arguments[2], Integer.parseInt(arguments[3]));
    try (Reader reader = ReaderKind.named(arguments[0]).open(source)) {
      idle(reader, Long.parseLong(arguments[4]));
      Meter used = idle(reader, Long.parseLong(arguments[5]));
      Figures.print("core.percent", 100.0 * used.processNanos() / used.wallNanos());
      Figures.print("kernel.percent", 100.0 * used.systemNanos() / used.wallNanos());
      Figures.print(
          "allocated.kb.s",
          used.allocatedBytes() / 1e3 * TimeUnit.SECONDS.toNanos(1) / used.wallNanos());
    }
    Figures.print("peak.mb", Meter.peakResidentBytes() / 1e6);
  }

  private static Meter idle(Reader reader, long seconds) {
    Meter before = Meter.read();
    long end = before.wallNanos() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() - end < 0) {
      int records = reader.poll();
      if (records > 0) {
        throw new IllegalStateException(records + " records came from idle partitions");
      }
    }
    return Meter.read().since(before);
  }
}
