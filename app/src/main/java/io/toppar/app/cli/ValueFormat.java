package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.nio.charset.StandardCharsets;

/** The value and a delimiter, kcat's default. */
final class ValueFormat implements RecordFormat {

  private static final byte[] NULL = "NULL".getBytes(StandardCharsets.US_ASCII);

  private final byte[] delimiter;
  private final boolean showNull;

  ValueFormat(byte[] delimiter, boolean showNull) {
    this.delimiter = delimiter;
    this.showNull = showNull;
  }

  @Override
  public void append(TopicPartition from, RecordCursor record, Bytes out) {
    Slice value = record.value();
    if (value != null) {
      out.append(value);
    } else if (showNull) {
      out.append(NULL);
    }
    out.append(delimiter);
  }
}
