package io.toppar.testing.simulation;

/** A change to the logs of those who read. Immutable, any thread. */
sealed interface LogStep extends Step {

  /** Plays it. */
  void play(Cluster cluster);

  /** Appends one batch of so many records, each with a value of at least so many bytes. */
  record Append(int partition, int records, int bytes) implements LogStep {
    @Override
    public void play(Cluster cluster) {
      cluster.append(partition, records, bytes);
    }
  }

  /** Appends one batch in a transaction, the newest open one or a new one. */
  record Transact(int partition, int records, boolean begin) implements LogStep {
    @Override
    public void play(Cluster cluster) {
      cluster.transact(partition, records, begin);
    }
  }

  /** Ends the oldest open transaction. */
  record EndTransaction(boolean commit) implements LogStep {
    @Override
    public void play(Cluster cluster) {
      cluster.endTransaction(commit);
    }
  }

  /** Takes every n-th record out of a log. */
  record Compact(int partition, int every, boolean keepEmptied) implements LogStep {
    @Override
    public void play(Cluster cluster) {
      cluster.compact(partition, every, keepEmptied);
    }
  }

  /** Moves the start of a log up to that many thousandths of it. */
  record MoveLogStart(int partition, int permille) implements LogStep {
    @Override
    public void play(Cluster cluster) {
      cluster.moveLogStart(partition, permille);
    }
  }

  /** A follower that was held back has caught up. */
  record CatchUp(int partition, int broker) implements LogStep {
    @Override
    public void play(Cluster cluster) {
      cluster.catchUp(partition, broker);
    }
  }
}
