package io.toppar.app.cli;

import java.util.Locale;
import java.util.function.LongSupplier;

/** Counts what was read, and shows it once a second where people watch. One thread. */
final class Progress {

  private static final long SECOND = 1_000_000_000L;

  private final boolean shown;
  private final LongSupplier clock;
  private final Line terminal;
  private final long startNanos;
  private long nextNanos;
  private boolean drawn;
  private long records;
  private long bytes;

  /** Where it is shown. */
  interface Line {

    /** Shows a line in place of the one before. */
    void show(String line);

    /** Leaves the line that is shown. */
    void leave();
  }

  /** Begins now; drawn only if it is to be shown. */
  Progress(boolean shown) {
    this(shown, System::nanoTime, new OnTerminal());
  }

  Progress(boolean shown, LongSupplier clock, Line terminal) {
    this.shown = shown;
    this.clock = clock;
    this.terminal = terminal;
    startNanos = clock.getAsLong();
    nextNanos = startNanos + SECOND;
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
    long now = clock.getAsLong();
    if (now - nextNanos >= 0) {
      nextNanos = now + SECOND;
      drawn = true;
      terminal.show(line(now));
    }
  }

  /** Leaves the line of the progress. */
  void end() {
    if (drawn) {
      terminal.leave();
      drawn = false;
    }
  }

  String report() {
    return line(clock.getAsLong());
  }

  private String line(long nowNanos) {
    double seconds = Math.max(1e-9, (nowNanos - startNanos) / 1e9);
    return String.format(
        Locale.ROOT,
        "%s, %s, %.2f s, %,.0f records/s, %.1f MB/s",
        Counted.grouped(records, "record"),
        Counted.grouped(bytes, "byte"),
        seconds,
        records / seconds,
        bytes / seconds / 1e6);
  }

  private static final class OnTerminal implements Line {

    @Override
    public void show(String line) {
      Terminal.show(line);
    }

    @Override
    public void leave() {
      Terminal.tell("");
    }
  }
}
