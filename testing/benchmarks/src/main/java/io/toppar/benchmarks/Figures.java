package io.toppar.benchmarks;

import java.util.Locale;

/**
 * What a measured process says about itself: lines {@code figure NAME VALUE} on its standard
 * output, where the benchmark reads them. Stateless, any thread.
 */
public final class Figures {

  private Figures() {}

  /** Names a figure. */
  public static void print(String name, double value) {
    System.out.printf(Locale.ROOT, "figure %s %.4f%n", name, value);
  }

  /** What so many records took, each: M records/s, nanoseconds of processor time, bytes. */
  public static void print(String pass, Meter used, long records) {
    print(pass + ".rate", records * 1e3 / used.wallNanos());
    print(pass + ".cpu", (double) used.processNanos() / records);
    print(pass + ".kernel", (double) used.systemNanos() / records);
    print(pass + ".threads", (double) used.threadNanos() / records);
    print(pass + ".allocated", (double) used.allocatedBytes() / records);
    print(pass + ".collections", (double) used.collections());
  }
}
