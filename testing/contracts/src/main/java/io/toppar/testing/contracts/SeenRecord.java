package io.toppar.testing.contracts;

import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as a cursor shows it, copied. Immutable, any thread.
 *
 * @param offset its offset
 * @param leaderEpoch epoch of the leader that appended it, or -1
 * @param timestampType who set the timestamp
 * @param sent what its producer gave
 */
public record SeenRecord(
    long offset, int leaderEpoch, TimestampType timestampType, SentRecord sent) {

  /** The record a cursor stands on. */
  public static SeenRecord at(RecordCursor cursor) {
    List<SentRecord.Header> headers = new ArrayList<>();
    for (int i = 0; i < cursor.headerCount(); i++) {
      String name = cursor.headerKey(i).utf8();
      headers.add(new SentRecord.Header(name, copy(cursor.headerValue(i))));
    }
    return new SeenRecord(
        cursor.offset(),
        cursor.leaderEpoch(),
        cursor.timestampType(),
        new SentRecord(cursor.timestamp(), copy(cursor.key()), copy(cursor.value()), headers));
  }

  /** Everything a cursor has to show from where it stands on; closes it. */
  public static List<SeenRecord> rest(RecordCursor cursor) {
    List<SeenRecord> seen = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        seen.add(at(cursor));
      }
    }
    return seen;
  }

  /** The value as text; {@code "null"} for none. */
  public String text() {
    Slice value = sent.value();
    return value == null ? "null" : value.utf8();
  }

  private static @Nullable Slice copy(@Nullable Slice slice) {
    return slice == null ? null : slice.copy();
  }
}
