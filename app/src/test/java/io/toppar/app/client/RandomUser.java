package io.toppar.app.client;

import io.toppar.app.client.RandomWorld.Fate;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/** Gives a consumer random commands and knows for each partition what has to come next. */
@NullUnmarked
final class RandomUser {

  private static final int HISTORY_LINES = 80;
  private static final long UNKNOWN = -1;

  /** One assigned partition, from assignment to revocation. */
  private static final class Reading {
    final Assignment assignment;

    /** The offset behind what was delivered, or {@link #UNKNOWN} while a logical one is sought. */
    long expected;

    boolean paused;

    /** Whether anything came since the last jump. */
    boolean delivered;

    /** The end told since the last jump, or -1. */
    long toldEnd = -1;

    /** How often the user has moved it. */
    int jumps;

    /** What was stored, or about to be, at the last jump. */
    long storedBefore = UNKNOWN;

    Reading(Assignment assignment) {
      this.assignment = assignment;
      expected = UNKNOWN;
      jump(assignment.startOffset());
    }

    void jump(long offset) {
      storedBefore = Math.max(storedBefore, expected);
      expected = offset >= 0 ? offset : offset == Offsets.BEGINNING ? 0 : UNKNOWN;
      toldEnd = -1;
      delivered = false;
      jumps++;
    }
  }

  private record Held(RecordBatch batch, Reading reading, int jumps) {}

  private final RandomWorld world;
  private final Consumer consumer;
  private final Map<TopicPartition, Reading> readings = new TreeMap<>();
  private final List<Held> held = new ArrayList<>();
  private final ArrayDeque<String> history = new ArrayDeque<>();

  RandomUser(RandomWorld world) {
    this.world = world;
    this.consumer = world.client.consumer;
  }

  String history() {
    return String.join("\n", history);
  }

  private void note(String line) {
    history.addLast(line);
    if (history.size() > HISTORY_LINES) {
      history.removeFirst();
    }
  }

  void act() {
    switch (world.random.nextInt(12)) {
      case 0 -> assign();
      case 1 -> seek();
      case 2 -> gate(true);
      case 3 -> gate(false);
      case 4 -> releaseOne();
      case 5 -> world.client.settle();
      case 6 -> world.client.pass(Duration.ofMillis(world.random.nextInt(20_000)));
      default -> take(consumer.pollEvent(Duration.ofMillis(world.random.nextInt(300))));
    }
  }

  private void assign() {
    Map<TopicPartition, Assignment> wanted = new LinkedHashMap<>();
    for (TopicPartition name : RandomWorld.ALL) {
      Reading present = readings.get(name);
      if (world.random.nextInt(3) > 0) {
        boolean same = present != null && world.random.nextInt(3) > 0;
        wanted.put(name, same ? present.assignment : Assignment.at(name, start(name)));
      }
    }
    note("assign " + wanted.values());
    consumer.assign(wanted.values());
    readings.keySet().retainAll(wanted.keySet());
    wanted.forEach(
        (name, assignment) -> {
          Reading present = readings.get(name);
          if (present == null || !present.assignment.equals(assignment)) {
            Reading reading = new Reading(assignment);
            reading.paused = present != null && present.paused;
            readings.put(name, reading);
          }
        });
  }

  private long start(TopicPartition name) {
    return switch (world.random.nextInt(5)) {
      case 0 -> Offsets.BEGINNING;
      case 1 -> Offsets.END;
      case 2 -> Offsets.STORED;
      case 3 -> Offsets.tail(1 + world.random.nextInt(20));
      default -> offset(name);
    };
  }

  private long offset(TopicPartition name) {
    return world.random.nextLong(world.cluster.lastStableOffset(name) + 1);
  }

  private void seek() {
    TopicPartition name = world.any();
    Reading reading = readings.get(name);
    if (reading == null) {
      return;
    }
    long target = start(name);
    target = target == Offsets.STORED ? offset(name) : target;
    note("seek " + name + " to " + target);
    consumer.seek(name, target);
    reading.jump(target);
  }

  private void gate(boolean paused) {
    TopicPartition name = world.any();
    Reading reading = readings.get(name);
    if (reading == null) {
      return;
    }
    note((paused ? "pause " : "resume ") + name);
    if (paused) {
      consumer.pause(List.of(name));
    } else {
      consumer.resume(List.of(name));
    }
    reading.paused = paused;
  }

  private void releaseOne() {
    if (!held.isEmpty()) {
      Held one = held.remove(world.random.nextInt(held.size()));
      note("release " + one.batch.topicPartition() + " " + one.batch.baseOffset());
      one.batch.close();
    }
  }

  private void take(ConsumerEvent event) {
    if (event == null) {
      return;
    }
    TopicPartition name = event.topicPartition();
    Reading reading = readings.get(name);
    require(reading != null, name + " is not assigned: " + event);
    require(!reading.paused, name + " is paused: " + event);
    if (event instanceof ConsumerEvent.Batch batch) {
      read(batch.batch(), reading);
    } else if (event instanceof ConsumerEvent.PositionMoved moved) {
      note("moved " + name + " to " + moved.nextOffset());
      deliver(reading, name, List.of(), moved.nextOffset());
    } else if (event instanceof ConsumerEvent.EndOfPartition end) {
      note("end of " + name + " at " + end.offset());
      adopt(reading, end.offset());
      require(end.offset() == reading.expected, name + " ends at " + end.offset());
      reading.toldEnd = end.offset();
    } else if (event instanceof ConsumerEvent.PartitionError error) {
      note("error " + error.error());
      require(error.error().code() != ErrorCode.LOCAL_FAIL, "a machine failed: " + error);
      require(!error.error().fatalToPartition(), "reading has ended: " + error);
    } else if (event instanceof ConsumerEvent.PositionReset reset) {
      note("reset of " + name + " to " + reset.to());
      require(
          reset.from() == Offsets.INVALID && !reading.delivered,
          "nothing calls for a reset: " + event);
    }
  }

  private void read(RecordBatch batch, Reading reading) {
    TopicPartition name = batch.topicPartition();
    note("batch " + name + " " + batch.baseOffset() + ".." + (batch.nextOffset() - 1));
    adopt(reading, batch.baseOffset());
    List<Long> offsets = new ArrayList<>();
    long readUpTo = batch.nextOffset();
    try {
      RecordCursor cursor = batch.records();
      while (cursor.next()) {
        require(cursor.value().utf8().equals(name + "@" + cursor.offset()), "another's value");
        offsets.add(cursor.offset());
      }
    } catch (UnreadableRecordsException e) {
      note("unreadable " + e.getMessage());
      readUpTo = e.fault().firstOffset();
    }
    deliver(reading, name, offsets, readUpTo);
    held.add(new Held(batch, reading, reading.jumps));
    while (held.size() > world.random.nextInt(6)) {
      releaseOne();
    }
  }

  /** A logical position has been found. */
  private static void adopt(Reading reading, long offset) {
    if (reading.expected == UNKNOWN) {
      reading.expected = offset;
    }
  }

  /** Exactly what must be seen between the position and the next one has come. */
  private void deliver(Reading reading, TopicPartition name, List<Long> offsets, long next) {
    adopt(reading, offsets.isEmpty() ? next : offsets.get(0));
    require(next >= reading.expected, name + " goes back to " + next);
    Iterator<Long> came = offsets.iterator();
    long last = reading.expected - 1;
    for (long offset = reading.expected; offset < next; offset++) {
      Fate fate = world.log(name).get(offset);
      boolean has = offsets.contains(offset);
      require(fate != Fate.VISIBLE || has, name + "@" + offset + " is missing");
      require(!has || fate == Fate.VISIBLE || fate == Fate.REMOVED, name + "@" + offset + fate);
    }
    while (came.hasNext()) {
      long offset = came.next();
      require(offset > last && offset < next, name + "@" + offset + " behind " + last);
      last = offset;
    }
    reading.expected = next;
    reading.delivered = true;
    reading.toldEnd = reading.toldEnd == next ? next : -1;
  }

  void check() {
    require(consumer.assignment().equals(readings.keySet()), "assigned " + consumer.assignment());
    readings.forEach(this::check);
  }

  private void check(TopicPartition name, Reading reading) {
    OptionalLong position = consumer.position(name);
    if (position.isPresent()) {
      adopt(reading, position.getAsLong());
      require(
          position.getAsLong() == reading.expected,
          name + " stands at " + position.getAsLong() + " and not at " + reading.expected);
    }
    long stored = consumer.storedPosition(name).orElse(UNKNOWN);
    long most = reading.expected;
    for (Held one : held) {
      if (one.reading == reading && one.jumps == reading.jumps) {
        most = Math.min(most, one.batch.baseOffset());
      }
    }
    require(
        stored <= Math.max(most, reading.storedBefore),
        name + " has stored " + stored + ", of which nothing is processed behind " + most);
  }

  /** Resumes and polls until everything readable has been read and every end been told. */
  void readToTheEnd(Duration patience) {
    note("everything is calm");
    consumer.resume(consumer.paused());
    readings.values().forEach(reading -> reading.paused = false);
    long until = world.clock.nanoTime() + patience.toNanos();
    while (!readings.entrySet().stream().allMatch(this::isAtTheEnd)) {
      require(world.clock.nanoTime() - until < 0, "never read: " + unread());
      world.client.store.resume();
      take(consumer.pollEvent(Duration.ofSeconds(1)));
      while (!held.isEmpty()) {
        releaseOne();
      }
      check();
    }
  }

  private boolean isAtTheEnd(Map.Entry<TopicPartition, Reading> entry) {
    long end = world.cluster.lastStableOffset(entry.getKey());
    return entry.getValue().expected == end && entry.getValue().toldEnd == end;
  }

  private List<String> unread() {
    List<String> unread = new ArrayList<>();
    for (Map.Entry<TopicPartition, Reading> entry : readings.entrySet()) {
      if (!isAtTheEnd(entry)) {
        Reading reading = entry.getValue();
        unread.add(
            entry.getKey()
                + " stands at "
                + reading.expected
                + ", told end "
                + reading.toldEnd
                + ", of "
                + world.cluster.lastStableOffset(entry.getKey()));
      }
    }
    return unread;
  }

  void close() {
    while (!held.isEmpty()) {
      releaseOne();
    }
    consumer.close(Duration.ofMinutes(1));
    require(world.cluster.outstandingBuffers() == 0, "buffers are held after close");
    readings.forEach(
        (name, reading) ->
            require(
                world.client.committed(name) <= world.cluster.highWatermark(name),
                name + " has committed " + world.client.committed(name)));
  }

  private static void require(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }
}
