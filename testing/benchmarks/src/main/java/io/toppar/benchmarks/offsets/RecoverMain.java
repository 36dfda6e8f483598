package io.toppar.benchmarks.offsets;

import io.toppar.benchmarks.Figures;
import io.toppar.benchmarks.Meter;
import io.toppar.fileoffsets.JournalMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that recovers the offsets of a journal, as a client does that has just been started,
 * and prints how long the first load took.
 *
 * <p>Arguments: {@code make FOLDER ENTRIES PARTITIONS}, or {@code recover FOLDER}.
 */
public final class RecoverMain {

  private RecoverMain() {}

  /** Makes a journal, or recovers it. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Path.of(arguments[1]);
    Path journal = folder.resolve("toppar.journal");
    if (arguments[0].equals("make")) {
      Files.createDirectories(folder);
      JournalMaker.make(
          journal, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), TimedStore::key);
      return;
    }
    try (TimedStore store = new TimedStore("journal", folder, 0)) {
      Meter before = Meter.read();
      Figures.print("ms", store.load(1) / 1e6);
      Figures.print("cpu.ms", Meter.read().since(before).processNanos() / 1e6);
      Figures.print("journal.mb", Files.size(journal) / 1e6);
    }
  }
}
