package io.toppar.app.client;

import io.toppar.ports.RecordCursor;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The records of a batch as objects. One thread. */
final class RecordIterator implements Iterator<Record> {

  private final HeldBatch batch;
  private final RecordCursor cursor;
  private boolean stepped;
  private boolean there;

  RecordIterator(HeldBatch batch, RecordCursor cursor) {
    this.batch = batch;
    this.cursor = cursor;
  }

  /** Steps on: with this the record before counts as processed. */
  @Override
  public boolean hasNext() {
    if (!stepped) {
      there = cursor.next();
      stepped = true;
    }
    return there;
  }

  @Override
  public Record next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more records in this batch");
    }
    stepped = false;
    return CopiedRecord.of(batch, cursor);
  }
}
