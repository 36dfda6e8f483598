package io.toppar.testing.simulation;

/** A change to the cluster that a healthy client takes in its stride. Immutable, any thread. */
sealed interface ClusterStep extends Step {

  /** Plays it. */
  void play(Brokers brokers);

  /** Another broker leads. */
  record MoveLeader(int partition, int broker) implements ClusterStep {
    @Override
    public void play(Brokers brokers) {
      brokers.moveLeader(partition, broker);
    }
  }

  /** The topic that grows gets one more partition. */
  record AddPartition() implements ClusterStep {
    @Override
    public void play(Brokers brokers) {
      brokers.addPartition();
    }
  }

  /** A topic is deleted. */
  record DeleteTopic(int topic) implements ClusterStep {
    @Override
    public void play(Brokers brokers) {
      brokers.deleteTopic(topic);
    }
  }

  /** A topic that was deleted is made again; one that was not is deleted first. */
  record MakeTopic(int topic) implements ClusterStep {
    @Override
    public void play(Brokers brokers) {
      brokers.makeTopic(topic);
    }
  }

  /** A broker that was stopped or silenced is well again. */
  record StartBroker(int broker) implements ClusterStep {
    @Override
    public void play(Brokers brokers) {
      brokers.start(broker);
    }
  }
}
