package io.toppar.testing.simulation;

import io.toppar.testing.simulation.UserStep.Place;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The end of a play, once all is well: everything is read, then the client is closed, and nothing
 * may be left. Confined to its simulation's thread.
 */
final class Ending {

  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final Setup setup;
  private final Cluster cluster;
  private final User user;
  private final Client client;

  Ending(Setup setup, Cluster cluster, User user) {
    this.setup = setup;
    this.cluster = cluster;
    this.user = user;
    this.client = user.client();
  }

  void play() {
    client.brokers().letGo();
    client.clearStoreFaults();
    client.resumeStore();
    user.assign(whatExists(), 0, Place.BEGINNING, 0);
    client.consumer().resume(client.consumer().paused());
    readings().forEach(reading -> reading.paused = false);
    readToTheEnd();
    requireOneOwner();
    client.close(Client.PATIENCE);
    requireCommitted();
    user.requireNothingLeft();
  }

  private Collection<Reading> readings() {
    return user.readings();
  }

  private int whatExists() {
    int existing = 0;
    for (int i = 0; i < Cluster.PARTITIONS; i++) {
      if (cluster.exists(i)) {
        existing |= 1 << i;
      }
    }
    return existing;
  }

  private void readToTheEnd() {
    long until = cluster.clock.nanoTime() + PATIENCE.toNanos();
    while (!readings().stream().allMatch(Reading::isAtTheEnd)) {
      Violation.require(
          cluster.clock.nanoTime() - until < 0, Kind.NEVER_READ, "it never ends: " + unread());
      for (Reading reading : readings()) {
        if (reading.ended) {
          user.seek(reading.log.index, Place.BEGINNING, 0);
        }
      }
      user.poll(1_000, Integer.MAX_VALUE, false);
      user.releaseAll();
      user.check();
    }
  }

  private List<String> unread() {
    List<String> unread = new ArrayList<>();
    for (Reading reading : readings()) {
      if (!reading.isAtTheEnd()) {
        unread.add(reading.standing());
      }
    }
    return unread;
  }

  private void requireOneOwner() {
    // What was lost or throttled before the trouble ended is asked again when its time is up.
    client.work(Duration.ofSeconds(20).plusMillis(setup.requestMillis()));
    for (Reading reading : readings()) {
      int asked = client.brokers().owner(reading.log.name);
      Violation.require(
          asked == cluster.memory.leader(reading.log.name) || setup.rack() > 0,
          Kind.OWNER,
          reading.log.name + " is asked of broker " + asked);
    }
  }

  /**
   * What was processed is committed: nothing of it will come again. A cut goes back behind what was
   * processed, and the application may not have heard of it.
   */
  private void requireCommitted() {
    if (!setup.autoStore() || !setup.outlastsACoordinator()) {
      return;
    }
    for (Reading reading : readings()) {
      long committed = client.committed(reading.log.name);
      Violation.require(
          committed >= Math.min(reading.processed, reading.log.lowestCut()),
          Kind.COMMITTED,
          reading.log.name
              + " is processed up to "
              + reading.processed
              + " and committed up to "
              + committed);
    }
  }
}
