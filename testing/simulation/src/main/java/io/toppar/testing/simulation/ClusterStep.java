package io.toppar.testing.simulation;

/** A change to the cluster that a healthy client takes in its stride. Immutable, any thread. */
sealed interface ClusterStep extends Step {

  /** Plays it. */
  void play(Cluster cluster);

  /** Appends one batch of so many records, each with a value of at least so many bytes. */
  record Append(int partition, int records, int bytes) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.append(partition, records, bytes);
    }
  }

  /** Appends one batch in a transaction, the newest open one or a new one. */
  record Transact(int partition, int records, boolean begin) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.transact(partition, records, begin);
    }
  }

  /** Ends the oldest open transaction. */
  record EndTransaction(boolean commit) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.endTransaction(commit);
    }
  }

  /** Takes every n-th record out of a log. */
  record Compact(int partition, int every, boolean keepEmptied) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.compact(partition, every, keepEmptied);
    }
  }

  /** Moves the start of a log up to that many thousandths of it. */
  record MoveLogStart(int partition, int permille) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.moveLogStart(partition, permille);
    }
  }

  /** Another broker leads. */
  record MoveLeader(int partition, int broker) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.moveLeader(partition, broker);
    }
  }

  /** The topic that grows gets one more partition. */
  record AddPartition() implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.addPartition();
    }
  }

  /** A topic is deleted. */
  record DeleteTopic(int topic) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.deleteTopic(topic);
    }
  }

  /** A topic that was deleted is made again; one that was not is deleted first. */
  record MakeTopic(int topic) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.makeTopic(topic);
    }
  }

  /** A follower that was held back has caught up. */
  record CatchUp(int partition, int broker) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.catchUp(partition, broker);
    }
  }

  /** A broker that was stopped or silenced is well again. */
  record StartBroker(int broker) implements ClusterStep {
    @Override
    public void play(Cluster cluster) {
      cluster.start(broker);
    }
  }
}
