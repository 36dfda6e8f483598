package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.List;
import java.util.Objects;

/**
 * The lag of partitions at one moment, as a table and as JSON lines. Immutable.
 *
 * @param timeMillis when the ends were known
 * @param rows the partitions in their order
 */
record LagReport(long timeMillis, List<LagRow> rows) {

  long total() {
    return rows.stream().mapToLong(row -> row.lag().orElse(0)).sum();
  }

  long unknown() {
    return rows.stream().filter(row -> row.lag().isEmpty()).count();
  }

  boolean hasTrouble() {
    return rows.stream().anyMatch(row -> !row.trouble().isEmpty());
  }

  void appendText(Bytes out) {
    TextTable table =
        new TextTable(
            "TOPIC", ">PARTITION", "GROUP", ">OFFSET", ">START", ">END", ">LAG", ">LEADER", "NOTE");
    for (LagRow row : rows) {
      OffsetKey key = row.key();
      StoredOffset stored = row.stored();
      table.add(
          key.topicPartition().topic(),
          String.valueOf(key.topicPartition().partition()),
          Objects.requireNonNullElse(key.group(), "-"),
          text(stored == null ? -1 : stored.offset()),
          text(row.logStart()),
          text(row.end()),
          text(row.lag().orElse(-1)),
          text(row.leader()),
          row.note());
    }
    table.appendTo(out);
    out.append(
        "total lag " + total() + " over " + Counted.of(rows.size() - unknown(), "partition"));
    out.append(unknown() == 0 ? "\n" : ", unknown of " + unknown() + "\n");
  }

  void appendJson(Bytes out) {
    for (LagRow row : rows) {
      OffsetKey key = row.key();
      StoredOffset stored = row.stored();
      out.append("{\"topic\":");
      Json.append(key.topicPartition().topic(), out);
      out.append(",\"partition\":" + key.topicPartition().partition() + ",\"group\":");
      OffsetLines.appendOrNull(key.group(), out);
      out.append(",\"offset\":" + json(stored == null ? -1 : stored.offset()));
      out.append(",\"log_start\":" + json(row.logStart()));
      out.append(",\"end\":" + json(row.end()));
      out.append(",\"lag\":" + json(row.lag().orElse(-1)));
      out.append(",\"leader\":" + json(row.leader()) + ",\"note\":");
      OffsetLines.appendOrNull(row.note().isEmpty() ? null : row.note(), out);
      out.append(",\"time\":" + timeMillis + "}\n");
    }
    out.append("{\"total_lag\":" + total() + ",\"partitions\":" + rows.size());
    out.append(",\"unknown\":" + unknown() + ",\"time\":" + timeMillis + "}\n");
  }

  private static String text(long number) {
    return number < 0 ? "-" : String.valueOf(number);
  }

  private static String json(long number) {
    return number < 0 ? "null" : String.valueOf(number);
  }
}
