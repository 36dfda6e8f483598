package io.toppar.app.cli;

import java.util.Locale;

/** Counts what was read, and shows it once a second where people watch. One thread. */
final class Progress {

  private static final long SECOND = 1_000_000_000L;

  private final boolean shown;
  private final long startNanos = System.nanoTime();
  private long nextNanos = startNanos + SECOND;
  private boolean drawn;
  private long records;
  private long bytes;

  Progress(boolean shown) {
    this.shown = shown;
  }

  void count(int recordBytes) {
    records++;
    bytes += recordBytes;
  }

  long records() {
    return records;
  }

  /** Draws the line if it is time. */
  void draw() {
    if (!shown) {
      return;
    }
    long now = System.nanoTime();
    if (now - nextNanos >= 0) {
      nextNanos = now + SECOND;
      drawn = true;
      Terminal.show(line(now));
    }
  }

  /** Leaves the line of the progress. */
  void end() {
    if (drawn) {
      Terminal.tell("");
      drawn = false;
    }
  }

  String report() {
    return line(System.nanoTime());
  }

  private String line(long nowNanos) {
    double seconds = Math.max(1e-9, (nowNanos - startNanos) / 1e9);
    return String.format(
        Locale.ROOT,
        "%,d records, %,d bytes, %.2f s, %,.0f records/s, %.1f MB/s",
        records,
        bytes,
        seconds,
        records / seconds,
        bytes / seconds / 1e6);
  }
}
