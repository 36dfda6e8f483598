package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import io.toppar.testing.memory.LogBatch.Entry;
import io.toppar.testing.memory.MemoryBatches.Shown;
import org.jspecify.annotations.Nullable;

/** A walk over the records of a {@link MemoryBatches}; as strict as the port allows. */
final class MemoryCursor implements RecordCursor {

  private final MemoryBatches batches;
  private final Slice key = new Slice();
  private final Slice value = new Slice();
  private final Slice headerKey = new Slice();
  private final Slice headerValue = new Slice();
  private int batchIndex;
  private int entryIndex = -1;
  private @Nullable LogBatch batch;
  private @Nullable Entry entry;
  private boolean closed;

  MemoryCursor(MemoryBatches batches) {
    this.batches = batches;
  }

  @Override
  public boolean next() {
    refuseIfOver();
    entry = null;
    while (batchIndex < batches.shown().size()) {
      Shown shown = batches.shown().get(batchIndex);
      batch = shown.batch();
      BatchFault.Kind damage = batch.damage();
      if (damage != null) {
        throw new CorruptRecordsException(
            batches.topicPartition(), batch.fault(damage, batches.baseOffset()));
      }
      if (shown.visible() && stepWithin(batch)) {
        return true;
      }
      batchIndex++;
      entryIndex = -1;
    }
    return false;
  }

  private boolean stepWithin(LogBatch in) {
    while (++entryIndex < in.entries().size()) {
      Entry candidate = in.entries().get(entryIndex);
      if (candidate.offset() >= batches.baseOffset()) {
        entry = candidate;
        return true;
      }
    }
    return false;
  }

  @Override
  public long offset() {
    return current().offset();
  }

  @Override
  public long timestamp() {
    return current().record().timestamp();
  }

  @Override
  public TimestampType timestampType() {
    return currentBatch().timestampType();
  }

  @Override
  public int leaderEpoch() {
    return currentBatch().leaderEpoch();
  }

  @Override
  public @Nullable Slice key() {
    return view(key, current().record().key());
  }

  @Override
  public @Nullable Slice value() {
    return view(value, current().record().value());
  }

  @Override
  public int headerCount() {
    return current().record().headers().size();
  }

  @Override
  public Slice headerKey(int index) {
    byte[] name = Slice.of(current().record().headers().get(index).name()).toBytes();
    return headerKey.wrap(name, 0, name.length);
  }

  @Override
  public @Nullable Slice headerValue(int index) {
    return view(headerValue, current().record().headers().get(index).value());
  }

  @Override
  public int sizeBytes() {
    return current().record().sizeBytes();
  }

  @Override
  public void close() {
    closed = true;
    entry = null;
  }

  private static @Nullable Slice view(Slice over, @Nullable Slice bytes) {
    return bytes == null ? null : over.wrap(bytes.array(), bytes.arrayOffset(), bytes.length());
  }

  private Entry current() {
    refuseIfOver();
    if (entry == null) {
      throw new IllegalStateException("the cursor stands on no record; call next() first");
    }
    return entry;
  }

  private LogBatch currentBatch() {
    current();
    if (batch == null) {
      throw new IllegalStateException("the cursor stands on no record; call next() first");
    }
    return batch;
  }

  private void refuseIfOver() {
    if (closed) {
      throw new IllegalStateException("the cursor over " + batches + " is used after its close");
    }
    batches.refuseIfReleased();
  }
}
