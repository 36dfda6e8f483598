package io.toppar.app.cli;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far a reader of one partition is behind. Immutable.
 *
 * @param key the partition, and for whom the offset is kept
 * @param stored its offset, or null where none is known
 * @param leader the broker that leads, or -1
 * @param logStart the first offset of the log, or -1 where unknown
 * @param end the end that can be read, or -1 where unknown
 * @param trouble why something is unknown, in one line; empty for none
 */
record LagRow(
    OffsetKey key,
    @Nullable StoredOffset stored,
    int leader,
    long logStart,
    long end,
    String trouble) {

  /**
   * A distance of offsets; unknown where one end of it is, or where the offset is past the end
   * (O17, B163, B165), which happens where a log was cut or a topic made again.
   */
  OptionalLong lag() {
    StoredOffset from = stored;
    return from == null || end < 0 || from.offset() > end
        ? OptionalLong.empty()
        : OptionalLong.of(end - from.offset());
  }

  /** What a person should know, in one line; empty for nothing. */
  String note() {
    StoredOffset from = stored;
    if (!trouble.isEmpty() || from == null) {
      return trouble;
    }
    if (end >= 0 && from.offset() > end) {
      return "the offset is past the end";
    }
    return from.offset() < logStart ? "the offset is before the log's start" : "";
  }
}
