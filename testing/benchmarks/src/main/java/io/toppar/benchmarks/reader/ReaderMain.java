package io.toppar.benchmarks.reader;

import java.io.IOException;
import java.util.Locale;

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
      print("value.bytes", (double) reader.valueBytes());
    }
    print("process.cpu.s", Meter.read().processNanos() / 1e9);
    print("peak.mb", Meter.peakResidentBytes() / 1e6);
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
    print(name, Meter.read().since(before), rest);
  }

  private static void print(String pass, Meter used, long records) {
    print(pass + ".rate", records * 1e3 / used.wallNanos());
    print(pass + ".cpu", (double) used.processNanos() / records);
    print(pass + ".kernel", (double) used.systemNanos() / records);
    print(pass + ".threads", (double) used.threadNanos() / records);
    print(pass + ".allocated", (double) used.allocatedBytes() / records);
    print(pass + ".collections", (double) used.collections());
  }

  /** Names a figure on standard output, where the benchmark reads it. */
  public static void print(String name, double value) {
    System.out.printf(Locale.ROOT, "figure %s %.4f%n", name, value);
  }
}
