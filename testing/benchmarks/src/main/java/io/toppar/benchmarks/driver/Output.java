package io.toppar.benchmarks.driver;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/**
 * The output of a process, read by a thread of its own and dropped; the first byte's time stays.
 */
final class Output implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream from;
  private final Thread thread;
  private volatile OptionalLong firstNanos = OptionalLong.empty();

  /** Begins to read. */
  Output(InputStream from) {
    this.from = from;
    this.thread = new Thread(this::read, "output");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits for the end of the output.
   *
   * @return when its first byte came, in {@link System#nanoTime}; empty if there was none
   */
  OptionalLong firstNanos() throws InterruptedException {
    thread.join();
    return firstNanos;
  }

  private void read() {
    byte[] dropped = new byte[BUFFER_BYTES];
    try {
      int count = from.read(dropped);
      if (count > 0) {
        firstNanos = OptionalLong.of(System.nanoTime());
      }
      while (count >= 0) {
        count = from.read(dropped);
      }
    } catch (IOException e) {
      // Closed before its end: the process was given up, and the exit status tells of it.
    }
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
