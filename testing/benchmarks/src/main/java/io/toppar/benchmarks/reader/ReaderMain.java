package io.toppar.benchmarks.reader;

import io.toppar.benchmarks.Figures;
import io.toppar.benchmarks.Meter;
import java.io.IOException;

/**
 * A process that reads a topic whole, several times over, and prints what that took as lines {@code
 * figure NAME VALUE}. The first pass has the JVM's warming up in it; of the others, which are the
 * steady ones, the last counts.
 *
 * <p>Arguments: MODE HOST:PORT TOPIC PARTITIONS RECORDS PASSES
 */
public final class ReaderMain {

  private ReaderMain() {}

  /** Reads; fails unless each pass brings exactly the records there are. */
  public static void main(String[] arguments) throws IOException {
    Source source = new Source(arguments[1], arguments[2], Integer.parseInt(arguments[3]));
    long records = Long.parseLong(arguments[4]);
    int passes = Integer.parseInt(arguments[5]);
    try (Reader reader = ReaderKind.named(arguments[0]).open(source)) {
      for (int i = 0; i < passes; i++) {
        pass(reader, records, i == 0 ? "first" : "steady");
      }
      Figures.print("value.bytes", (double) reader.valueBytes());
    }
    Figures.print("process.cpu.s", Meter.read().processNanos() / 1e9);
    Figures.print("peak.mb", Meter.peakResidentBytes() / 1e6);
  }

  /**
   * The clock starts when the first records are there: after a rewind every client but the raw one
   * first waits for the request that waits for more at the end, up to fetch.max.wait.ms.
   */
  private static void pass(Reader reader, long records, String name) {
    reader.rewind();
    long rest = records - Reading.some(reader);
    if (rest <= 0) {
      throw new IllegalArgumentException(
          "one reply holds all %d records: measure with more".formatted(records));
    }
    Meter before = Meter.read();
    Reading.whole(reader, rest);
    Figures.print(name, Meter.read().since(before), rest);
  }
}
