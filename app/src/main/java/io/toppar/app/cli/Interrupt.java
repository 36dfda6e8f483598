package io.toppar.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a command cleanly on SIGINT and SIGTERM: the JVM's end waits for the command to notice,
 * store its offsets and close.
 *
 * <p>{@link #isAsked} from any thread; installed and closed by the command's thread.
 */
final class Interrupt implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 15;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::ask, "toppar-interrupt");
  private volatile boolean asked;
  private volatile int status = ExitCodes.OK;
  private Runnable reaction = () -> {};

  private Interrupt() {}

  static Interrupt install() {
    Interrupt interrupt = new Interrupt();
    Runtime.getRuntime().addShutdownHook(interrupt.hook);
    return interrupt;
  }

  /**
   * Runs something when the command is asked to end, from the thread that asks, in place of what
   * was to run before; not if it has been asked already, so look at {@link #isAsked} afterwards.
   */
  synchronized void onAsked(Runnable reaction) {
    this.reaction = reaction;
  }

  /** Whether the command should end. */
  boolean isAsked() {
    return asked;
  }

  /** The exit status in place of the signal's, if the command fails although it was only asked. */
  void fail(int exitStatus) {
    status = exitStatus;
  }

  private void react() {
    Runnable wanted;
    synchronized (this) {
      asked = true;
      wanted = reaction;
    }
    wanted.run();
  }

  private void ask() {
    react();
    try {
      if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Terminal.tell("toppar: did not end within " + PATIENCE_SECONDS + " s, giving up");
        status = ExitCodes.FAILED;
      }
      if (status != ExitCodes.OK) {
        Runtime.getRuntime().halt(status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending already, which is why we were asked.
      asked = true;
    }
  }
}
