package io.toppar.app.engine;

import io.toppar.domain.TopparError;
import io.toppar.ports.FetchedBatches;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One thing delivered to a partition's {@link Slot}, waiting for an application thread or held by
 * one.
 *
 * <p>Made on the duty thread; the lock of the {@link HandOver} passes it on. What a taker must do
 * with records is {@link Engine#release} them, once.
 */
public final class Delivery {

  private final Slot slot;
  private final Kind kind;
  private final int version;
  private final @Nullable FetchedBatches batches;
  private final @Nullable TopparError error;
  private final long from;
  private final long to;
  private final String reason;
  private final AtomicBoolean released = new AtomicBoolean();

  /** The partition it is of; the duty thread only. */
  @Nullable Partition partition;

  /** Whether it is still in the hand-over; guarded by the hand-over's lock. */
  boolean queued;

  /** How often its slot had been emptied before it came; guarded by the hand-over's lock. */
  int generation;

  /** Whether an application thread has had it; the duty thread only, as everything below. */
  boolean handedOver;

  /** Whether nothing more will be finished of it, and up to where it is. */
  boolean settled;

  long readUpTo;
  int readEpoch = -1;

  /** Whether the application says what of it is finished, rather than its release. */
  boolean acknowledged;

  /** Whether what is finished of it is stored; how far it has been. */
  boolean stores;

  long storedUpTo;

  /** Where what was rewound begins: from here on its records come again. */
  long comesAgainFrom = Long.MAX_VALUE;

  /** Whether its {@link Outstanding} has it, and counts its records. */
  boolean outstanding;

  boolean counted;

  /** What is delivered. */
  public enum Kind {
    /** Records; with a record count of 0 they only move the position. */
    RECORDS,
    /** The end of the log. */
    END,
    /** An error of the partition. */
    ERROR,
    /** The reset policy moved the position. */
    RESET
  }

  private Delivery(
      Slot slot,
      Kind kind,
      int version,
      @Nullable FetchedBatches batches,
      @Nullable TopparError error,
      long from,
      long to,
      String reason) {
    this.slot = slot;
    this.kind = kind;
    this.version = version;
    this.batches = batches;
    this.error = error;
    this.from = from;
    this.to = to;
    this.reason = reason;
    this.readUpTo = from;
    this.storedUpTo = from;
  }

  static Delivery records(Slot slot, int version, FetchedBatches batches) {
    return new Delivery(
        slot, Kind.RECORDS, version, batches, null, batches.baseOffset(), batches.nextOffset(), "");
  }

  static Delivery end(Slot slot, int version, long offset) {
    return new Delivery(slot, Kind.END, version, null, null, offset, offset, "");
  }

  static Delivery error(Slot slot, int version, TopparError error) {
    return new Delivery(
        slot, Kind.ERROR, version, null, error, error.offset(), error.offset(), error.detail());
  }

  static Delivery reset(Slot slot, int version, long from, long to, String reason) {
    return new Delivery(slot, Kind.RESET, version, null, null, from, to, reason);
  }

  /** The partition's slot. */
  public Slot slot() {
    return slot;
  }

  /** What it is. */
  public Kind kind() {
    return kind;
  }

  /** The op version it was delivered under. */
  public int version() {
    return version;
  }

  /** The records of a {@link Kind#RECORDS}. */
  public FetchedBatches batches() {
    return Objects.requireNonNull(batches, "not a delivery of records");
  }

  /** The error of a {@link Kind#ERROR}. */
  public TopparError error() {
    return Objects.requireNonNull(error, "not a delivery of an error");
  }

  /** First offset of the records, the end of the log, or where a reset came from. */
  public long from() {
    return from;
  }

  /** Where reading goes on. */
  public long to() {
    return to;
  }

  /** Why a reset was made. */
  public String reason() {
    return reason;
  }

  /** Whether it carries something for the application rather than a new position only. */
  public boolean isEmpty() {
    return kind == Kind.RECORDS && batches().recordCount() == 0;
  }

  /** So much of it is finished; never less than before. The duty thread only. */
  void finished(long nextOffset, int leaderEpoch) {
    if (nextOffset > readUpTo) {
      readUpTo = nextOffset;
      readEpoch = leaderEpoch;
    }
  }

  /** Whether nothing of it is to be waited for. The duty thread only. */
  boolean isOver() {
    return settled || readUpTo >= comesAgainFrom;
  }

  /** Whether more of it is finished than was stored, and is to be. The duty thread only. */
  boolean hasNews() {
    return stores && handedOver && readUpTo > storedUpTo;
  }

  /** Whether this call is the one that releases it; any thread. */
  boolean release() {
    return released.compareAndSet(false, true);
  }

  /** Whether it has been released; any thread. */
  public boolean isReleased() {
    return released.get();
  }
}
