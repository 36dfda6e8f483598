package io.toppar.testing.simulation;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.CommitResult;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.client.OffsetResult;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.client.UnreadableRecordsException;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.simulation.UserStep.Place;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An application, and what it knows: for each partition what has to come next. Confined to its
 * simulation's thread.
 */
final class User {

  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private static final class Held {
    final RecordBatch batch;
    final Reading reading;
    final int jumps;

    /** Up to here it counts as processed already. */
    long processedTo;

    boolean unreadable;

    Held(RecordBatch batch, Reading reading) {
      this.batch = batch;
      this.reading = reading;
      this.jumps = reading.jumps;
      this.processedTo = batch.baseOffset();
    }
  }

  private final Setup setup;
  private final Cluster cluster;
  private final Transcript transcript;
  private final Client client;
  private final Map<Integer, Reading> readings = new TreeMap<>();
  private final List<Held> held = new ArrayList<>();
  private final List<CompletableFuture<?>> questions = new ArrayList<>();

  /** What of each partition may be committed, and what the store was found to hold. */
  private final List<Set<Long>> storable = new ArrayList<>();

  private long[] offsets = new long[64];
  private int[] serials = new int[64];
  private int count;

  User(Setup setup, Cluster cluster, Transcript transcript) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    for (int i = 0; i < Cluster.PARTITIONS; i++) {
      storable.add(new HashSet<>());
    }
    this.client =
        new Client(setup, cluster, transcript, this::mayBeFetched, this::onCommit, this::onLoaded);
  }

  Client client() {
    return client;
  }

  private Consumer consumer() {
    return client.consumer();
  }

  private boolean mayBeFetched(TopicPartition name) {
    Reading reading = readings.get(Cluster.index(name));
    return reading != null && !reading.paused;
  }

  private void onCommit(TopicPartition name, long offset) {
    transcript.note("commit", Cluster.index(name), offset, 0);
    Reading.require(
        mayBeCommitted(Cluster.index(name), offset),
        Kind.COMMITTED,
        name + " commits " + offset + ", which nobody stored");
  }

  /**
   * Stored, or where a reset went of which the application may not have heard yet: further back.
   */
  private boolean mayBeCommitted(int partition, long offset) {
    Set<Long> stored = storable.get(partition);
    return stored.contains(offset) || stored.stream().anyMatch(one -> offset < one);
  }

  private void onLoaded(TopicPartition name, StoreOutcome.Loaded loaded) {
    Reading reading = readings.get(Cluster.index(name));
    StoredOffset offset = loaded.offset();
    transcript.note("loaded", Cluster.index(name), offset == null ? -1 : offset.offset(), 0);
    if (reading != null) {
      reading.loaded = offset == null ? Reading.UNKNOWN : offset.offset();
    }
  }

  // Commands.

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
        Reading reading = new Reading(cluster.log(i), assignment, cluster, setup.resetPolicy());
        reading.paused = present != null && present.paused;
        next.put(i, reading);
      }
    }
    transcript.note("assign", partitions, fresh, number);
    consumer().assign(wanted);
    readings.clear();
    readings.putAll(next);
    Reading.require(
        consumer().assignment().equals(names(next)),
        Kind.UNWANTED,
        "assigned are " + consumer().assignment());
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
      case WITHIN, HELD -> within(partition, number);
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
    long target = start(partition, place, number);
    int epoch = -1;
    if (target == Offsets.STORED) {
      target = within(partition, 500);
    } else if (place == Place.HELD) {
      Held oldest = oldestHeld(reading);
      target = oldest == null ? target : oldest.batch.baseOffset();
    }
    transcript.note("seek", partition, target, epoch);
    reading.mayBeStored(mostStorable(reading));
    consumer().seek(Cluster.name(partition), target, epoch);
    reading.jump(target);
  }

  private @Nullable Held oldestHeld(Reading reading) {
    for (Held one : held) {
      if (one.reading == reading) {
        return one;
      }
    }
    return null;
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
    client.work(Duration.ofMillis(millis));
  }

  void poll(int millis, int mayHold) {
    take(consumer().pollEvent(Duration.ofMillis(millis)));
    while (held.size() > mayHold) {
      release((held.size() * 7) % 5, false);
    }
  }

  void release(int index, boolean again) {
    if (held.isEmpty()) {
      return;
    }
    Held one = held.remove(index % held.size());
    if (again && !one.unreadable) {
      int before = count;
      walk(one);
      Reading.require(count >= 0 && before >= 0, Kind.CONTENT, "no count");
    }
    transcript.note("release", one.reading.log.index, one.batch.baseOffset(), one.processedTo);
    processed(one, one.unreadable ? one.processedTo : one.batch.nextOffset());
    one.batch.close();
  }

  private void processed(Held one, long offset) {
    Reading reading = one.reading;
    if (setup.autoStore()) {
      storable.get(reading.log.index).add(offset);
      if (one.jumps == reading.jumps && !one.unreadable) {
        reading.processed = Math.max(reading.processed, offset);
      }
    }
  }

  void abandon(int index) {
    if (!held.isEmpty()) {
      Held one = held.remove(index % held.size());
      transcript.note("abandon", one.reading.log.index, one.batch.baseOffset(), 0);
      one.batch.abandon();
    }
  }

  void store(int partition, int back) {
    Reading reading = readings.get(partition);
    if (setup.autoStore() || reading == null || reading.expected < back) {
      return;
    }
    long offset = reading.expected - back;
    transcript.note("store", partition, offset, 0);
    storable.get(partition).add(offset);
    consumer().store(Cluster.name(partition), offset);
  }

  void commit() {
    transcript.note("commit all", 0, 0, 0);
    CompletionStage<Map<TopicPartition, CommitResult>> stage = consumer().commitAsync();
    questions.add(stage.toCompletableFuture());
  }

  void askEnd(int partition) {
    transcript.note("ask", partition, 0, 0);
    PartitionModel log = cluster.log(partition);
    long low = cluster.readableEnd(log);
    int cuts = log.cuts();
    CompletionStage<Map<TopicPartition, OffsetResult>> stage =
        consumer().offsetsForTimesAsync(Map.of(log.name, Offsets.END), Duration.ofSeconds(20));
    questions.add(
        stage
            .toCompletableFuture()
            .thenAccept(
                results -> {
                  OffsetResult result = results.get(log.name);
                  if (result != null && result.isOk() && log.cuts() == cuts) {
                    long offset = result.offset();
                    Reading.require(
                        offset >= low && offset <= cluster.readableEnd(log),
                        Kind.RESOLVED,
                        log.name + " is said to end at " + offset + ", asked at " + low);
                  }
                }));
  }

  void reopen() {
    transcript.note("reopen", 0, 0, 0);
    client.reopen();
    requireAnswered();
    readings.clear();
    releaseAll();
    requireNothingHeld();
    assign(Cluster.ALL, 0, Place.STORED, 0);
  }

  private void releaseAll() {
    while (!held.isEmpty()) {
      release(0, false);
    }
  }

  // What comes.

  private void take(@Nullable ConsumerEvent event) {
    if (event == null) {
      return;
    }
    int partition = Cluster.index(event.topicPartition());
    Reading reading = readings.get(partition);
    if (reading == null) {
      throw new Violation(Kind.UNWANTED, event + " of what is not assigned");
    }
    if (event instanceof ConsumerEvent.Batch batch) {
      read(new Held(batch.batch(), reading));
    } else if (event instanceof ConsumerEvent.PositionMoved moved) {
      transcript.note("moved", partition, moved.nextOffset(), 0);
      reading.deliver(offsets, serials, 0, moved.nextOffset(), moved.nextOffset());
      if (setup.autoStore()) {
        storable.get(partition).add(moved.nextOffset());
      }
    } else if (event instanceof ConsumerEvent.EndOfPartition end) {
      transcript.note("end", partition, end.offset(), 0);
      reading.end(end.offset());
    } else if (event instanceof ConsumerEvent.PartitionError error) {
      transcript.note("error", partition, error.error().code().code(), error.error().offset());
      Reading.require(error.error().code() != ErrorCode.LOCAL_FAIL, Kind.BROKEN, error.toString());
      Reading.require(!reading.paused, Kind.UNWANTED, "paused: " + error);
      reading.error(error);
    } else if (event instanceof ConsumerEvent.PositionReset reset) {
      transcript.note("reset", partition, reset.from(), reset.to());
      long mostStored = mostStorable(reading);
      reading.reset(reset);
      reading.mayBeStored(mostStored);
    }
  }

  private void read(Held one) {
    RecordBatch batch = one.batch;
    Reading reading = one.reading;
    transcript.note("batch", reading.log.index, batch.baseOffset(), batch.nextOffset());
    held.add(one);
    long readUpTo = walk(one);
    reading.deliver(offsets, serials, count, batch.baseOffset(), readUpTo);
    if (one.unreadable) {
      transcript.note("unreadable", reading.log.index, readUpTo, 0);
      storable.get(reading.log.index).add(readUpTo);
      one.processedTo = readUpTo;
      long mostStored = mostStorable(reading);
      reading.unreadable(readUpTo);
      reading.mayBeStored(mostStored);
    }
  }

  /** Reads it whole; up to where that went. */
  private long walk(Held one) {
    count = 0;
    try (RecordCursor cursor = one.batch.records()) {
      while (cursor.next()) {
        if (count == offsets.length) {
          offsets = java.util.Arrays.copyOf(offsets, 2 * count);
          serials = java.util.Arrays.copyOf(serials, 2 * count);
        }
        Slice value = cursor.value();
        offsets[count] = cursor.offset();
        serials[count] = value == null ? -1 : Cluster.serial(value);
        count++;
      }
      return one.batch.nextOffset();
    } catch (UnreadableRecordsException e) {
      one.unreadable = true;
      return e.fault().firstOffset();
    }
  }

  // Checks.

  /** To be called after every step. */
  void check() {
    for (Reading reading : readings.values()) {
      OptionalLong position = consumer().position(reading.log.name);
      if (position.isPresent()) {
        reading.position(position.getAsLong());
      }
      checkStored(reading);
    }
  }

  private void checkStored(Reading reading) {
    long stored = consumer().storedPosition(reading.log.name).orElse(Reading.UNKNOWN);
    if (setup.autoStore()) {
      long most = Math.max(mostStorable(reading), reading.storedBefore());
      Reading.require(
          stored <= most,
          Kind.STORED,
          reading.log.name + " has stored " + stored + ", nothing is processed behind " + most);
    } else {
      Reading.require(
          stored < 0 || mayBeCommitted(reading.log.index, stored),
          Kind.STORED,
          reading.log.name + " has stored " + stored + " by itself");
    }
  }

  /** What may be stored at most, of what came since the last jump. */
  private long mostStorable(Reading reading) {
    long most = reading.expected;
    for (Held one : held) {
      if (one.reading == reading && one.jumps == reading.jumps) {
        most = Math.min(most, one.processedTo);
      }
    }
    return most;
  }

  // The end.

  /** Reads everything, once all is well; then closes, and nothing may be left. */
  void finish() {
    client.brokers().letGo();
    client.store().clearFaults();
    client.store().resume();
    int missing = 0;
    for (int i = 0; i < Cluster.PARTITIONS; i++) {
      if (cluster.exists(i)) {
        missing |= 1 << i;
      }
    }
    assign(missing, 0, Place.BEGINNING, 0);
    consumer().resume(consumer().paused());
    readings.values().forEach(reading -> reading.paused = false);
    readToTheEnd();
    requireOneOwner();
    client.close();
    requireCommitted();
    requireAnswered();
    releaseAll();
    requireNothingHeld();
  }

  private void readToTheEnd() {
    long until = cluster.clock.nanoTime() + PATIENCE.toNanos();
    while (!readings.values().stream().allMatch(Reading::isAtTheEnd)) {
      Reading.require(
          cluster.clock.nanoTime() - until < 0, Kind.NEVER_READ, "it never ends: " + unread());
      for (Reading reading : readings.values()) {
        if (reading.ended) {
          seek(reading.log.index, Place.BEGINNING, 0);
        }
      }
      take(consumer().pollEvent(Duration.ofSeconds(1)));
      releaseAll();
      check();
    }
  }

  private List<String> unread() {
    List<String> unread = new ArrayList<>();
    for (Reading reading : readings.values()) {
      if (!reading.isAtTheEnd()) {
        unread.add(reading.standing());
      }
    }
    return unread;
  }

  private void requireOneOwner() {
    client.work(Duration.ofSeconds(5));
    for (Reading reading : readings.values()) {
      int asked = client.brokers().owner(reading.log.name);
      Reading.require(
          asked == cluster.memory.leader(reading.log.name) || setup.rack() > 0,
          Kind.OWNER,
          reading.log.name + " is asked of broker " + asked);
    }
  }

  /** What was processed is committed: nothing of it will come again. */
  private void requireCommitted() {
    if (!setup.autoStore()) {
      return;
    }
    for (Reading reading : readings.values()) {
      long committed = client.committed(reading.log.name);
      Reading.require(
          committed >= reading.processed,
          Kind.COMMITTED,
          reading.log.name
              + " is processed up to "
              + reading.processed
              + " and committed up to "
              + committed);
    }
  }

  private void requireAnswered() {
    for (CompletableFuture<?> question : questions) {
      Reading.require(question.isDone(), Kind.DEADLINE, "a question was never answered");
      if (question.isCompletedExceptionally()) {
        try {
          question.join();
        } catch (java.util.concurrent.CompletionException e) {
          if (e.getCause() instanceof Violation violation) {
            throw violation;
          }
        }
      }
    }
    questions.clear();
    Reading.require(
        client.brokers().open() == 0, Kind.DEADLINE, "requests are open after the close");
  }

  private void requireNothingHeld() {
    Reading.require(
        cluster.memory.outstandingBuffers() == 0,
        Kind.LEAK,
        cluster.memory.outstandingBuffers() + " buffers are held after the close");
  }
}
