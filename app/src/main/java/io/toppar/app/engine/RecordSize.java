package io.toppar.app.engine;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/** How large a message is on the wire, and where it waits. Stateless. */
final class RecordSize {

  private static final int BATCH_HEADER = 61;

  /**
   * The most bytes of a record beside its key, value and headers: five of its length, one of
   * attributes, ten and five of the deltas.
   */
  private static final int RECORD_FRAME = 21;

  private static final int LARGEST_VARINT = 5;

  private RecordSize() {}

  /** The most bytes that a batch of this message alone may have (P1). */
  static long worstCase(SendRecord record) {
    RecordHeaders headers = record.headers();
    return BATCH_HEADER
        + RECORD_FRAME
        + (3L + 2L * headers.count()) * LARGEST_VARINT
        + payload(record);
  }

  /** Bytes of key, value and headers. */
  static long payload(SendRecord record) {
    RecordHeaders headers = record.headers();
    long bytes = (long) length(record.key()) + length(record.value());
    for (int i = 0; i < headers.count(); i++) {
      bytes += headers.name(i).length();
      bytes += length(headers.value(i));
    }
    return bytes;
  }

  private static int length(@Nullable Slice part) {
    return part == null ? 0 : part.length();
  }
}
