package io.toppar.benchmarks.reader;

import java.io.IOException;
import java.util.Locale;

/**
 * A process that reads a topic whole, several times over, and prints what that took as lines {@code
 * figure NAME VALUE}. The last pass is the steady one; the first has the JVM's warming up in it.
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
      Meter first = pass(reader, records);
      print("first", first, records);
      Meter last = first;
      for (int i = 1; i < passes; i++) {
        last = pass(reader, records);
      }
      print("steady", last, records);
      print("value.bytes", (double) reader.valueBytes());
    }
    print("process.cpu.s", Meter.read().processNanos() / 1e9);
    print("peak.mb", Meter.peakResidentBytes() / 1e6);
  }

  private static Meter pass(Reader reader, long records) {
    Meter before = Meter.read();
    reader.rewind();
    Reading.whole(reader, records);
    return Meter.read().since(before);
  }

  private static void print(String pass, Meter used, long records) {
    print(pass + ".rate", records * 1e3 / used.wallNanos());
    print(pass + ".cpu", (double) used.processNanos() / records);
    print(pass + ".kernel", (double) used.systemNanos() / records);
    print(pass + ".threads", (double) used.threadNanos() / records);
    print(pass + ".allocated", (double) used.allocatedBytes() / records);
    print(pass + ".collections", (double) used.collections());
  }

  static void print(String name, double value) {
    System.out.printf(Locale.ROOT, "figure %s %.4f%n", name, value);
  }
}
