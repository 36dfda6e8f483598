package io.toppar.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Input of a thread that holds a lock: it lets go of it while it waits for bytes, which may be for
 * ever, so that another thread can end the run meanwhile. Read by the holder alone, who closes what
 * it reads from.
 */
final class WaitingInput extends InputStream {

  private final InputStream in;
  private final ReentrantLock held;
  private final Runnable before;

  /** Runs {@code before} each time before it waits. */
  WaitingInput(InputStream in, ReentrantLock held, Runnable before) {
    this.in = in;
    this.held = held;
    this.before = before;
  }

  @Override
  public int read() throws IOException {
    before.run();
    held.unlock();
    try {
      return in.read();
    } finally {
      held.lock();
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    before.run();
    held.unlock();
    try {
      return in.read(into, offset, length);
    } finally {
      held.lock();
    }
  }
}
