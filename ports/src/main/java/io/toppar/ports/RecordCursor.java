package io.toppar.ports;

import org.jspecify.annotations.Nullable;

/**
 * A reading position over records that allocates nothing per record.
 *
 * <p>Confined to one thread at a time. {@link #next} steps to the next record; the other methods
 * describe the record last stepped to and must not be called before the first {@code true}. The
 * {@link Slice}s are reused: they are valid until the next {@code next()}. {@link #close} gives
 * decompression memory back; the end of the records does so too.
 */
public interface RecordCursor extends AutoCloseable {

  /**
   * Steps to the next record.
   *
   * @return false at the end
   * @throws CorruptRecordsException if what follows cannot be read; it names the offsets, and every
   *     record before them has been delivered. Asked again, it throws again.
   */
  boolean next();

  /** The record's offset. */
  long offset();

  /** Milliseconds since the epoch, or -1 where the format has none. */
  long timestamp();

  /** Who set the timestamp. */
  TimestampType timestampType();

  /** Epoch of the leader that appended the record, or -1. */
  int leaderEpoch();

  /** The key, or null; valid until the next step. */
  @Nullable Slice key();

  /** The value, or null; valid until the next step. */
  @Nullable Slice value();

  /** Number of headers. */
  int headerCount();

  /** The name of the header at this index; valid until the next step or header read. */
  Slice headerKey(int index);

  /** The value of the header at this index, or null; valid until the next step or header read. */
  @Nullable Slice headerValue(int index);

  /** Bytes of the record as stored: key, value and headers, uncompressed. */
  int sizeBytes();

  /**
   * Whether key, value and headers of this record lie in one array, which stays as it is until the
   * batches are released: whoever wants the record for longer than the step may then note its
   * places instead of copying the bytes. The slices are reused nevertheless. It may differ from
   * record to record; false is never wrong.
   */
  default boolean keepsBytes() {
    return false;
  }

  @Override
  void close();
}
