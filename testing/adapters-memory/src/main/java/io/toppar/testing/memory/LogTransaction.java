package io.toppar.testing.memory;

/** A transaction as the logs know it. Guarded by the cluster. */
final class LogTransaction {

  private enum Fate {
    OPEN,
    COMMITTED,
    ABORTED
  }

  private Fate fate = Fate.OPEN;

  boolean isOpen() {
    return fate == Fate.OPEN;
  }

  boolean isAborted() {
    return fate == Fate.ABORTED;
  }

  void end(boolean commit) {
    if (fate != Fate.OPEN) {
      throw new IllegalStateException("the transaction has ended; begin another");
    }
    fate = commit ? Fate.COMMITTED : Fate.ABORTED;
  }
}
