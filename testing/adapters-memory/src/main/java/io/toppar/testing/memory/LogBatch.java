package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.ports.TimestampType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One batch of a log. Immutable but for the fate of its transaction.
 *
 * @param baseOffset offset of the first record it was written with
 * @param lastOffset offset of the last record it was written with; compaction keeps it
 * @param leaderEpoch epoch of the leader that appended it
 * @param timestampType who set the timestamps
 * @param entries the records that are left, none in a control batch
 * @param transaction the transaction it belongs to, or null
 * @param control whether it is the marker that ends the transaction
 * @param origin who sent it, or null if it was not produced
 * @param damage what is wrong with its bytes, or null
 */
record LogBatch(
    long baseOffset,
    long lastOffset,
    int leaderEpoch,
    TimestampType timestampType,
    List<Entry> entries,
    @Nullable LogTransaction transaction,
    boolean control,
    @Nullable BatchOrigin origin,
    BatchFault.@Nullable Kind damage) {

  /** Bytes of a batch before its records. */
  static final int HEADER_BYTES = 61;

  private static final int MARKER_BYTES = 17;

  /** A record and its offset. */
  record Entry(long offset, MemoryRecord record) {}

  long nextOffset() {
    return lastOffset + 1;
  }

  /** How many records it was written with. */
  int offsetCount() {
    return (int) (nextOffset() - baseOffset);
  }

  /** Whether its producer has an id, so that its sequences are known. */
  boolean isSequenced() {
    return origin != null && origin.isSequenced();
  }

  /** The greatest timestamp of the records that are left, or -1. */
  long maxTimestamp() {
    long max = -1;
    for (Entry entry : entries) {
      max = Math.max(max, entry.record().timestamp());
    }
    return max;
  }

  int sizeBytes() {
    int size = control ? HEADER_BYTES + MARKER_BYTES : HEADER_BYTES;
    for (Entry entry : entries) {
      size += entry.record().sizeBytes();
    }
    return size;
  }

  LogBatch with(List<Entry> left) {
    return copy(lastOffset, left, damage);
  }

  LogBatch damaged(BatchFault.Kind kind) {
    return copy(lastOffset, entries, kind);
  }

  LogBatch healed() {
    return copy(lastOffset, entries, null);
  }

  /** What is left of it before an offset. */
  LogBatch before(long offset) {
    List<Entry> left = entries.stream().filter(entry -> entry.offset() < offset).toList();
    return copy(offset - 1, left, damage);
  }

  /** Whether a reader under read_committed must not see its records. */
  boolean isAborted() {
    return transaction != null && transaction.isAborted();
  }

  /** What a reader from an offset on is told of the damage. */
  BatchFault fault(BatchFault.Kind kind, long fromOffset) {
    return new BatchFault(
        kind,
        Math.max(baseOffset, fromOffset),
        lastOffset,
        sizeBytes(),
        "the batch at offset " + baseOffset + " was damaged by the test");
  }

  private LogBatch copy(long last, List<Entry> left, BatchFault.@Nullable Kind harm) {
    return new LogBatch(
        baseOffset, last, leaderEpoch, timestampType, left, transaction, control, origin, harm);
  }
}
