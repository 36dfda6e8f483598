package io.toppar.testing.simulation;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.simulation.UserStep.Place;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An application: what it may do with a client, and for each partition what it then has to get.
 * Confined to its simulation's thread.
 */
final class User {

  private final Setup setup;
  private final Cluster cluster;
  private final Transcript transcript;
  private final Client client;
  private final Questions questions;
  private final Map<Integer, Reading> readings = new TreeMap<>();

  /** What found nothing stored last, though it may be assigned no more. */
  private final Map<Integer, Reading> begun = new TreeMap<>();

  private final HeldBatches held;
  private final Arrivals arrivals;

  /** The client works by itself: no command of the user is half done. */
  private boolean watching;

  User(Setup setup, Cluster cluster, Transcript transcript) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    this.held = new HeldBatches(setup.autoStore(), cluster, transcript);
    this.arrivals = new Arrivals(setup.autoStore(), transcript, readings, held);
    this.client = new Client(setup, cluster, transcript, new Ears());
    this.questions = new Questions(cluster, transcript, client);
  }

  Client client() {
    return client;
  }

  /** What is assigned, in the order of the partitions. */
  Collection<Reading> readings() {
    return readings.values();
  }

  private Consumer consumer() {
    return client.consumer();
  }

  /** What the client asks and tells. */
  private final class Ears implements Client.Listener {

    @Override
    public boolean mayBeFetched(TopicPartition name) {
      Reading reading = readings.get(Cluster.index(name));
      return reading != null && !reading.paused;
    }

    @Override
    public void storing(TopicPartition name, long offset) {
      transcript.note("commit", Cluster.index(name), offset, 0);
      Reading from = begun.get(Cluster.index(name));
      Violation.require(
          held.isStorable(Cluster.index(name), offset) || (from != null && from.mayBegin(offset)),
          Kind.COMMITTED,
          name + " commits " + offset + ", which nobody stored");
    }

    @Override
    public void loaded(TopicPartition name, StoreOutcome.Loaded loaded) {
      Reading reading = readings.get(Cluster.index(name));
      StoredOffset offset = loaded.offset();
      transcript.note("loaded", Cluster.index(name), offset == null ? -1 : offset.offset(), 0);
      if (reading != null) {
        reading.loaded = offset == null ? Reading.UNKNOWN : offset.offset();
        if (offset == null) {
          begun.put(reading.log.index, reading);
        }
      }
    }

    @Override
    public void loadFailed(TopicPartition name, StoreOutcome.Failed failed) {
      Reading reading = readings.get(Cluster.index(name));
      transcript.note("not loaded", Cluster.index(name), failed.error().code(), 0);
      if (reading != null) {
        reading.unloadable |= failed.reason() != StoreOutcome.Reason.IO;
      }
    }

    /** While no command is half done all must be true. */
    @Override
    public void onTurn() {
      readings.values().forEach(User.this::jumped);
      if (watching) {
        check();
      }
    }
  }

  /** What was finished until the client got to a jump may have been stored before it. */
  private void jumped(Reading reading) {
    if (reading.underWay) {
      reading.mayBeStored(held.finishedBefore(reading));
      reading.underWay = false;
    }
  }

  void assign(int partitions, int fresh, Place place, int number) {
    Map<Integer, Reading> next = new TreeMap<>();
    List<Assignment> wanted = new ArrayList<>();
    for (int i = 0; i < Cluster.PARTITIONS; i++) {
      if ((partitions & 1 << i) == 0) {
        continue;
      }
      Reading present = readings.get(i);
      if (present != null && (fresh & 1 << i) == 0) {
        next.put(i, present);
        wanted.add(present.assignment);
        continue;
      }
      long start = start(i, place, number);
      Assignment assignment = Assignment.at(Cluster.name(i), start);
      wanted.add(assignment);
      if (present != null && present.assignment.equals(assignment)) {
        next.put(i, present);
      } else {
        Reading reading =
            new Reading(
                cluster.log(i),
                assignment,
                cluster,
                setup.resetPolicy(),
                held.furthestStorable(i),
                moves(i),
                held);
        reading.paused = present != null && present.paused;
        next.put(i, reading);
      }
    }
    transcript.note("assign", partitions, fresh, number);
    consumer().assign(wanted);
    readings.clear();
    readings.putAll(next);
    Violation.require(
        consumer().assignment().equals(names(next)),
        Kind.UNWANTED,
        "assigned are " + consumer().assignment());
  }

  private Runnable moves(int partition) {
    return () -> client.commits().mayGoBack(partition);
  }

  private static Set<TopicPartition> names(Map<Integer, Reading> assigned) {
    Set<TopicPartition> names = new HashSet<>();
    assigned.keySet().forEach(partition -> names.add(Cluster.name(partition)));
    return names;
  }

  private long start(int partition, Place place, int number) {
    return switch (place) {
      case BEGINNING -> Offsets.BEGINNING;
      case END -> Offsets.END;
      case STORED -> Offsets.STORED;
      case TAIL -> Offsets.tail(1 + number % 20);
      case WITHIN, HELD, BEHIND -> within(partition, number);
    };
  }

  private long within(int partition, int permille) {
    PartitionModel log = cluster.log(partition);
    long start = log.start();
    return start + Math.max(0, cluster.readableEnd(log) - start) * permille / 1000;
  }

  void seek(int partition, Place place, int number) {
    Reading reading = readings.get(partition);
    if (reading == null) {
      return;
    }
    HeldBatches.Position target = target(partition, reading, place, number);
    transcript.note("seek", partition, target.offset(), target.leaderEpoch());
    reading.mayBeStored(held.mostStorable(reading));
    if (reading.beginsWithNothingStored()) {
      reading.mayBeStored(reading.mostBegin());
    }
    client.commits().mayGoBack(partition);
    consumer().seek(Cluster.name(partition), target.offset(), target.leaderEpoch());
    reading.jump(target.offset());
  }

  private HeldBatches.Position target(int partition, Reading reading, Place place, int number) {
    HeldBatches.Position behind = place == Place.BEHIND ? held.behindOldest(reading) : null;
    if (behind != null) {
      return behind;
    }
    long begins = place == Place.HELD ? held.oldestBegins(reading) : -1;
    if (begins >= 0) {
      return new HeldBatches.Position(begins, -1);
    }
    long target = start(partition, place, number);
    return new HeldBatches.Position(target == Offsets.STORED ? within(partition, 500) : target, -1);
  }

  void gate(int partition, boolean paused) {
    Reading reading = readings.get(partition);
    if (reading == null) {
      return;
    }
    transcript.note(paused ? "pause" : "resume", partition, 0, 0);
    List<TopicPartition> one = List.of(Cluster.name(partition));
    if (paused) {
      consumer().pause(one);
    } else {
      consumer().resume(one);
    }
    reading.paused = paused;
  }

  void work(int millis) {
    watching = true;
    client.work(Duration.ofMillis(millis));
    watching = false;
  }

  void poll(int millis, int mayHold, boolean acknowledges) {
    watching = true;
    ConsumerEvent event = consumer().pollEvent(Duration.ofMillis(millis));
    watching = false;
    arrivals.take(event, acknowledges);
    while (held.size() > mayHold) {
      held.release((held.size() * 7) % 5, false);
    }
  }

  void release(int index, boolean again) {
    held.release(index, again);
  }

  void releaseAll() {
    held.releaseAll();
    held.acknowledgeAll();
  }

  void acknowledge(int index, UserStep.Part part, int number) {
    held.acknowledge(index, part, number);
  }

  void abandon(int index) {
    held.abandon(index);
  }

  void store(int partition, int back) {
    Reading reading = readings.get(partition);
    if (setup.autoStore() || reading == null || reading.expected < back) {
      return;
    }
    long offset = reading.expected - back;
    transcript.note("store", partition, offset, 0);
    held.storesItself(partition, offset);
    client.commits().mayGoBack(partition);
    consumer().store(Cluster.name(partition), offset);
  }

  void commit() {
    questions.commit();
  }

  void askEnd(int partition) {
    questions.askEnd(partition);
  }

  void reopen(int millis) {
    transcript.note("reopen", millis, 0, 0);
    client.close(Duration.ofMillis(millis));
    requireNothingLeft();
    begin();
  }

  void kill() {
    transcript.note("kill", 0, 0, 0);
    client.kill();
    questions.forget();
    held.forget();
    begin();
  }

  private void begin() {
    client.reopen();
    readings.clear();
    assign(Cluster.ALL, 0, Place.STORED, 0);
  }

  /** Once the client is closed: all was answered, and with the last batch all memory comes back. */
  void requireNothingLeft() {
    questions.requireAnswered();
    held.releaseAll();
    long buffers = cluster.buffersInUse();
    Violation.require(buffers == 0, Kind.LEAK, buffers + " buffers are held after the close");
  }

  /** To be called after every step. */
  void check() {
    arrivals.check(consumer());
  }
}
