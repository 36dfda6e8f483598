package io.toppar.testing.simulation;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.domain.ErrorCode;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What comes to a {@link User}: each event, and what the consumer says of its positions, must be
 * what its {@link Reading} allows. Confined to its simulation's thread.
 */
final class Arrivals {

  private static final long[] NO_OFFSETS = {};
  private static final int[] NO_SERIALS = {};

  private final boolean autoStore;
  private final Transcript transcript;
  private final Map<Integer, Reading> readings;
  private final HeldBatches held;

  /**
   * The readings may change meanwhile.
   *
   * @param readings what is assigned, by partition
   */
  Arrivals(
      boolean autoStore, Transcript transcript, Map<Integer, Reading> readings, HeldBatches held) {
    this.autoStore = autoStore;
    this.transcript = transcript;
    this.readings = readings;
    this.held = held;
  }

  /** Takes what was polled, if it is anything. */
  void take(@Nullable ConsumerEvent event, boolean acknowledges) {
    if (event == null) {
      return;
    }
    int partition = Cluster.index(event.topicPartition());
    Reading reading = readings.get(partition);
    if (reading == null) {
      throw new Violation(Kind.UNWANTED, event + " of what is not assigned");
    }
    if (event instanceof ConsumerEvent.Batch batch) {
      held.take(batch.batch(), reading, acknowledges);
    } else if (event instanceof ConsumerEvent.PositionMoved moved) {
      moved(moved.nextOffset(), reading);
    } else if (event instanceof ConsumerEvent.EndOfPartition end) {
      transcript.note("end", partition, end.offset(), 0);
      reading.end(end.offset());
    } else if (event instanceof ConsumerEvent.PartitionError error) {
      transcript.note("error", partition, error.error().code().code(), error.error().offset());
      Violation.require(
          error.error().code() != ErrorCode.LOCAL_FAIL, Kind.BROKEN, error.toString());
      Violation.require(!reading.paused, Kind.UNWANTED, "paused: " + error);
      reading.error(error);
    } else if (event instanceof ConsumerEvent.PositionReset reset) {
      transcript.note("reset", partition, reset.from(), reset.to());
      long mostStored = held.mostStorable(reading);
      reading.reset(reset);
      reading.mayBeStored(mostStored);
    }
  }

  private void moved(long nextOffset, Reading reading) {
    transcript.note("moved", reading.log.index, nextOffset, 0);
    reading.deliver(NO_OFFSETS, NO_SERIALS, 0, nextOffset, nextOffset);
    if (autoStore) {
      held.mayStore(reading.log.index, nextOffset);
    }
  }

  /** Whether what the consumer says is true; to be called after every step and turn. */
  void check(Consumer consumer) {
    for (Reading reading : readings.values()) {
      OptionalLong position = consumer.position(reading.log.name);
      if (position.isPresent()) {
        if (reading.beginsWithNothingStored()) {
          held.mayStore(reading.log.index, position.getAsLong());
        }
        reading.position(position.getAsLong());
      }
      checkStored(reading, consumer.storedPosition(reading.log.name).orElse(Reading.UNKNOWN));
    }
  }

  private void checkStored(Reading reading, long stored) {
    if (autoStore || !held.wasStoredByItself(reading.log.index, stored)) {
      long most = Math.max(held.mostStorable(reading), reading.storedBefore());
      Violation.require(
          stored <= most
              || held.mayBegin(reading.log.index, stored)
              || reading.mayFallBackTo(stored),
          Kind.STORED,
          reading.log.name + " has stored " + stored + ", nothing is processed behind " + most);
    }
  }
}
