package io.toppar.app.client;

import io.toppar.ports.RecordCursor;
import io.toppar.ports.TimestampType;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The records of a batch as objects. One thread. */
final class RecordIterator implements Iterator<Record> {

  private final HeldBatch batch;
  private final HeldCursor cursor;
  private final RecordParts parts = new RecordParts();
  private RecordOrigin origin;
  private boolean stepped;
  private boolean there;

  RecordIterator(HeldBatch batch, HeldCursor cursor) {
    this.batch = batch;
    this.cursor = cursor;
    this.origin = new RecordOrigin(batch, -1, TimestampType.NONE);
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
    RecordCursor record = cursor.current();
    parts.read(record);
    return new HeldRecord(
        origin(record.leaderEpoch(), record.timestampType()),
        record.offset(),
        record.timestamp(),
        parts);
  }

  /** Changes from one stored batch to another at most. */
  private RecordOrigin origin(int leaderEpoch, TimestampType timestampType) {
    if (origin.leaderEpoch() != leaderEpoch || origin.timestampType() != timestampType) {
      origin = new RecordOrigin(batch, leaderEpoch, timestampType);
    }
    return origin;
  }
}
