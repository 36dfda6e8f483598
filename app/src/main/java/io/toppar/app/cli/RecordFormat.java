package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;

/** How a record is printed. One thread. */
interface RecordFormat {

  /** Appends the record that the cursor stands at. */
  void append(TopicPartition from, RecordCursor record, Bytes out);
}
