package io.toppar.benchmarks.writer;

import io.toppar.benchmarks.Figures;
import java.util.Arrays;

/**
 * How long each of a fixed number of records took. Records may end on any thread; what has ended is
 * read after a flush.
 */
final class Latencies {

  private final long[] nanos;

  Latencies(int records) {
    nanos = new long[records];
  }

  int count() {
    return nanos.length;
  }

  /** What is to run when this record, which was due then, has been acknowledged. */
  Runnable began(int record, long dueNanos) {
    return () -> nanos[record] = System.nanoTime() - dueNanos;
  }

  /** Prints the percentiles as figures, in milliseconds. */
  void print() {
    Arrays.sort(nanos);
    print("p50.ms", 0.5);
    print("p95.ms", 0.95);
    print("p99.ms", 0.99);
    print("p99.9.ms", 0.999);
    Figures.print("max.ms", nanos[nanos.length - 1] / 1e6);
  }

  /** The least time within which this share of the records had been acknowledged. */
  private void print(String name, double share) {
    Figures.print(name, nanos[(int) Math.ceil(share * nanos.length) - 1] / 1e6);
  }
}
