package io.toppar.testing.simulation;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;

/**
 * The executor on which an application is told what became of its messages: at once, or, while it
 * is busy, later. Confined to its simulation's thread.
 */
final class HeldReports implements Executor {

  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean busy;

  @Override
  public void execute(Runnable report) {
    if (busy) {
      waiting.addLast(report);
    } else {
      report.run();
    }
  }

  /** From now on nothing runs. */
  void hold() {
    busy = true;
  }

  /** What waits runs, and what comes. */
  void letGo() {
    busy = false;
    for (Runnable next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
      next.run();
    }
  }
}
