package io.toppar.app.client;

import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import org.jspecify.annotations.Nullable;

/** A cursor over a held batch: knows how far it got, and stops once the batch is released. */
final class HeldCursor implements RecordCursor {

  private final HeldBatch batch;
  private final RecordCursor records;
  private @Nullable UnreadableRecordsException fault;
  private boolean standing;

  HeldCursor(HeldBatch batch, RecordCursor records) {
    this.batch = batch;
    this.records = records;
  }

  @Override
  public boolean next() {
    batch.requireHeld();
    if (fault != null) {
      throw fault;
    }
    try {
      if (records.next()) {
        standing = true;
        batch.reached(records);
        return true;
      }
    } catch (CorruptRecordsException e) {
      fault = batch.unreadable(e);
      throw fault;
    }
    standing = false;
    batch.readWhole();
    return false;
  }

  /** The record stepped to, as the gateway shows it. */
  RecordCursor current() {
    batch.requireHeld();
    if (!standing) {
      throw new IllegalStateException("there is no record here; step with next() first");
    }
    return records;
  }

  @Override
  public long offset() {
    return current().offset();
  }

  @Override
  public long timestamp() {
    return current().timestamp();
  }

  @Override
  public TimestampType timestampType() {
    return current().timestampType();
  }

  @Override
  public int leaderEpoch() {
    return current().leaderEpoch();
  }

  @Override
  public @Nullable Slice key() {
    return current().key();
  }

  @Override
  public @Nullable Slice value() {
    return current().value();
  }

  @Override
  public int headerCount() {
    return current().headerCount();
  }

  @Override
  public Slice headerKey(int index) {
    return current().headerKey(index);
  }

  @Override
  public @Nullable Slice headerValue(int index) {
    return current().headerValue(index);
  }

  @Override
  public int sizeBytes() {
    return current().sizeBytes();
  }

  @Override
  public boolean keepsBytes() {
    return current().keepsBytes();
  }

  @Override
  public void close() {
    records.close();
  }
}
