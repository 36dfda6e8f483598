package io.toppar.testing.simulation;

import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.WrittenBatch;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages in the log of one partition, by their offsets. Confined to its simulation's thread.
 */
final class WrittenLog {

  private final int partition;
  private final WriteSetup setup;
  private final List<Sent> records = new ArrayList<>();

  WrittenLog(int partition, WriteSetup setup) {
    this.partition = partition;
    this.setup = setup;
  }

  /** So many records have been looked at. */
  long end() {
    return records.size();
  }

  /** The message at an offset, or null. */
  @Nullable Sent at(long offset) {
    return offset >= 0 && offset < records.size() ? records.get((int) offset) : null;
  }

  /** A batch has come into the log. */
  void append(WrittenBatch batch, List<Sent> sent) {
    for (MemoryRecord record : batch.records()) {
      int serial = Shape.serial(record);
      Violation.require(
          serial >= 0 && serial < sent.size(), Kind.CONTENT, "there is no message " + serial);
      append(record, sent.get(serial));
    }
  }

  private void append(MemoryRecord record, Sent message) {
    String where = message + " is in " + Brokers.name(partition) + "@" + end();
    boolean mayBeHere =
        message.topic.equals(Brokers.name(partition).topic())
            && (message.partition == Sent.ANY
                || message.partition == Brokers.name(partition).partition());
    Violation.require(mayBeHere, Kind.CONTENT, where);
    Violation.require(
        message.isIn(record, setup.brokersTime()), Kind.CONTENT, where + " and became " + record);
    Violation.require(!message.mustBeNowhere(), Kind.UNKNOWN, where + ": " + message.report);
    message.copies++;
    Violation.require(
        message.copies == 1 || !setup.idempotent() || message.doubtful,
        Kind.TWICE,
        where + " for the " + message.copies + ". time");
    records.add(message);
  }

  /** What was at an offset or behind it is there no more. */
  void cutAt(long offset) {
    while (records.size() > offset) {
      Sent gone = records.remove(records.size() - 1);
      gone.copies--;
      gone.lost = true;
    }
  }

  /** What was delivered is in the order in which each client sent it. */
  void requireOrder() {
    if (!setup.keepsOrder()) {
      return;
    }
    Map<Integer, Sent> last = new HashMap<>();
    Set<Sent> seen = new HashSet<>();
    for (Sent message : records) {
      if (message.isDelivered() && !message.lost && !message.doubtful && seen.add(message)) {
        Sent before = last.put(message.client, message);
        Violation.require(
            before == null || before.serial < message.serial,
            Kind.ORDER,
            message + " is in " + Brokers.name(partition) + " behind " + before);
      }
    }
  }
}
