package io.toppar.testing.simulation;

import io.toppar.app.client.DeliveryReport;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.testing.memory.MemoryRecord;
import org.jspecify.annotations.Nullable;

/**
 * A message that an application has handed over, and what became of it. Confined to its
 * simulation's thread.
 */
final class Sent {

  static final int ANY = -1;

  /** Its place among all that were handed over, from 0. */
  final int serial;

  /** Which client has it: the how-manieth. */
  final int client;

  final String topic;

  /** The partition that it names, or {@link #ANY}. */
  final int partition;

  final Shape shape;
  final int bytes;
  private final long sentMillis;

  /**
   * The wall-clock time when it had been taken; later than when it was given, if there was no room.
   */
  private long takenMillis;

  /** The client would not take it. */
  boolean refused;

  /** Nobody asked to be told of it. */
  boolean untold;

  /** What was reported of it, once it was. */
  @Nullable DeliveryReport report;

  /** How often it is in a log. */
  int copies;

  /** It was in a log that was cut or deleted. */
  boolean lost;

  /**
   * A log has forgotten producers while it, or a late request with it, may have been on its way.
   */
  boolean doubtful;

  Sent(
      int serial,
      int client,
      String topic,
      int partition,
      Shape shape,
      int bytes,
      long sentMillis) {
    this.serial = serial;
    this.client = client;
    this.topic = topic;
    this.partition = partition;
    this.shape = shape;
    this.bytes = bytes;
    this.sentMillis = sentMillis;
    this.takenMillis = sentMillis;
  }

  /** It has been taken. */
  void taken(long nowMillis) {
    takenMillis = nowMillis;
  }

  /** Whether a record is this message, as it was. */
  boolean isIn(MemoryRecord record, boolean brokersTime) {
    boolean inTime =
        brokersTime || shape.mayHaveTime(record.timestamp(), serial, sentMillis, takenMillis);
    return inTime && shape.isIn(record, serial, bytes);
  }

  boolean isDelivered() {
    return report != null && report.isDelivered();
  }

  /** It must never be in a log. */
  boolean mustBeNowhere() {
    DeliveryReport known = report;
    return refused || (known != null && known.status() == MessageStatus.NOT_PERSISTED);
  }

  @Override
  public String toString() {
    return "message "
        + serial
        + (partition == ANY ? " to " + topic : " to " + topic + "[" + partition + "]");
  }
}
