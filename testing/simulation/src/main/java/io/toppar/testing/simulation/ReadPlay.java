package io.toppar.testing.simulation;

import java.time.Duration;

/** A client that reads, and its world. Confined to its simulation's thread. */
final class ReadPlay implements Play {

  private final Setup setup;
  private final Cluster cluster;
  private final User user;
  private final Faults faults;
  private final ReadFaults readFaults;

  ReadPlay(Setup setup, Transcript transcript) {
    this.setup = setup;
    this.cluster = new Cluster(setup);
    this.user = new User(setup, cluster, transcript);
    this.faults = new Faults(cluster, () -> user.client().brokers());
    this.readFaults = new ReadFaults(cluster, user.client());
  }

  @Override
  public long nowNanos() {
    return cluster.clock.nanoTime();
  }

  @Override
  public void play(Step step) {
    if (step instanceof ClusterStep change) {
      change.play(cluster);
    } else if (step instanceof LogStep change) {
      change.play(cluster);
    } else if (step instanceof FaultStep fault) {
      fault.play(faults);
    } else if (step instanceof ReadFaultStep fault) {
      fault.play(readFaults);
    } else if (step instanceof UserStep command) {
      command.play(user);
    } else {
      throw Play.misplaced(step);
    }
  }

  @Override
  public void check() {
    user.check();
  }

  @Override
  public void end() {
    cluster.heal();
    cluster.clock.advance(Duration.ofMillis(1));
    new Ending(setup, cluster, user).play();
  }
}
