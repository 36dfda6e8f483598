package io.toppar.benchmarks.offsets;

import io.toppar.benchmarks.Figures;
import io.toppar.benchmarks.Meter;
import java.nio.file.Path;

/**
 * A process that stores offsets of many partitions, again and again, and prints what a time took.
 *
 * <p>Arguments: LAYOUT FOLDER SYNC PARTITIONS TIMES. SYNC is {@code never}; {@code interval}, where
 * each time ends with the force that an interval brings; or {@code each}.
 */
public final class StoreMain {

  private static final long NEVER = -1;

  private StoreMain() {}

  /** Stores; fails if a store does. */
  public static void main(String[] arguments) throws InterruptedException {
    String sync = arguments[2];
    int partitions = Integer.parseInt(arguments[3]);
    int times = Integer.parseInt(arguments[4]);
    long syncMillis = sync.equals("each") ? 0 : NEVER;
    try (TimedStore store = new TimedStore(arguments[0], Path.of(arguments[1]), syncMillis)) {
      store.load(partitions);
      store.store(partitions, 1, false);
      long nanos = 0;
      Meter before = Meter.read();
      for (int time = 1; time <= times; time++) {
        nanos += store.store(partitions, 1_000_000_000L + time, sync.equals("interval"));
      }
      Meter used = Meter.read().since(before);
      Figures.print("ms", nanos / 1e6 / times);
      Figures.print("cpu.ms", used.processNanos() / 1e6 / times);
    }
  }
}
