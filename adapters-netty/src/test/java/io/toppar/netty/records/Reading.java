package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that walking and reading one partition's bytes brought.
 *
 * @param records the records delivered, as values
 * @param next where reading goes on: the next offset of the batches, or the offset asked for
 * @param walkFault what the walker found, or null
 * @param readFault what the cursor threw, or null
 */
record Reading(
    List<Seen> records, long next, @Nullable BatchFault walkFault, @Nullable BatchFault readFault) {

  static final TopicPartition T0 = new TopicPartition("t", 0);

  /** Room before and after the bytes, so that a read outside of them is not noticed by luck. */
  private static final int MARGIN = 13;

  /** One record as values. */
  record Seen(
      long offset,
      long timestamp,
      TimestampType timestampType,
      int leaderEpoch,
      @Nullable String key,
      @Nullable String value,
      List<Header> headers) {}

  /** One header as values. */
  record Header(String name, @Nullable String value) {}

  static Reading of(byte[] bytes, long fetchOffset) {
    return of(bytes, fetchOffset, IsolationLevel.READ_COMMITTED, AbortedTransactions.NONE);
  }

  static Reading of(byte[] bytes, long fetchOffset, RecordOptions options) {
    return of(bytes, fetchOffset, IsolationLevel.READ_COMMITTED, AbortedTransactions.NONE, options);
  }

  static Reading of(
      byte[] bytes, long fetchOffset, IsolationLevel isolation, AbortedTransactions aborted) {
    return of(bytes, fetchOffset, isolation, aborted, RecordOptions.DEFAULT);
  }

  static Reading of(
      byte[] bytes,
      long fetchOffset,
      IsolationLevel isolation,
      AbortedTransactions aborted,
      RecordOptions options) {
    byte[] array = new byte[MARGIN + bytes.length + MARGIN];
    System.arraycopy(bytes, 0, array, MARGIN, bytes.length);
    HeapFrame frame = new HeapFrame(array);
    WalkedRecords walked =
        new BatchWalker(options)
            .walk(T0, frame, MARGIN, bytes.length, fetchOffset, isolation, aborted);
    FetchedRecords batches = walked.batches();
    if (batches == null) {
      return new Reading(List.of(), fetchOffset, walked.fault(), null);
    }
    List<Seen> seen = new ArrayList<>();
    BatchFault readFault = null;
    try (RecordCursor cursor = batches.records()) {
      while (cursor.next()) {
        seen.add(seen(cursor));
      }
    } catch (CorruptRecordsException e) {
      readFault = e.fault();
    }
    if (seen.size() > batches.recordCount()) {
      throw new AssertionError(seen.size() + " records, bound was " + batches.recordCount());
    }
    batches.release();
    if (frame.references() != 1) {
      throw new AssertionError("frame references left: " + frame.references());
    }
    return new Reading(seen, batches.nextOffset(), walked.fault(), readFault);
  }

  /** Whichever fault there is; the cursor's comes first in the log. */
  @Nullable BatchFault fault() {
    return readFault != null ? readFault : walkFault;
  }

  List<Long> offsets() {
    return records.stream().map(Seen::offset).toList();
  }

  List<@Nullable String> values() {
    List<@Nullable String> values = new ArrayList<>();
    records.forEach(r -> values.add(r.value()));
    return values;
  }

  static Seen seen(RecordCursor cursor) {
    List<Header> headers = new ArrayList<>();
    for (int i = 0; i < cursor.headerCount(); i++) {
      headers.add(new Header(cursor.headerKey(i).utf8(), text(cursor.headerValue(i))));
    }
    return new Seen(
        cursor.offset(),
        cursor.timestamp(),
        cursor.timestampType(),
        cursor.leaderEpoch(),
        text(cursor.key()),
        text(cursor.value()),
        headers);
  }

  /** Byte for byte: each byte one character. */
  private static @Nullable String text(@Nullable Slice slice) {
    return slice == null ? null : new String(slice.toBytes(), StandardCharsets.ISO_8859_1);
  }
}
