package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.TimestampType;
import java.util.function.ToIntFunction;

/** kcat's {@code -J}: one JSON object per record and line. */
final class JsonFormat implements RecordFormat {

  private final ToIntFunction<TopicPartition> leader;

  /** Knows by {@code leader} which broker a partition is read from. */
  JsonFormat(ToIntFunction<TopicPartition> leader) {
    this.leader = leader;
  }

  @Override
  public void append(TopicPartition from, RecordCursor record, Bytes out) {
    out.append("{\"topic\":");
    Json.append(from.topic(), out);
    out.append(",\"partition\":").append((long) from.partition());
    out.append(",\"offset\":").append(record.offset());
    if (record.timestampType() != TimestampType.NONE && record.timestamp() >= 0) {
      boolean appended = record.timestampType() == TimestampType.LOG_APPEND_TIME;
      out.append(",\"tstype\":\"").append(appended ? "logappend" : "create");
      out.append("\",\"ts\":").append(record.timestamp());
    }
    out.append(",\"broker\":").append((long) leader.applyAsInt(from));
    appendHeaders(record, out);
    out.append(",\"key\":");
    Json.append(record.key(), out);
    out.append(",\"payload\":");
    Json.append(record.value(), out);
    out.append("}\n");
  }

  private static void appendHeaders(RecordCursor record, Bytes out) {
    if (record.headerCount() == 0) {
      return;
    }
    out.append(",\"headers\":[");
    for (int i = 0; i < record.headerCount(); i++) {
      if (i > 0) {
        out.append(',');
      }
      Json.append(record.headerKey(i), out);
      out.append(',');
      Json.append(record.headerValue(i), out);
    }
    out.append(']');
  }
}
