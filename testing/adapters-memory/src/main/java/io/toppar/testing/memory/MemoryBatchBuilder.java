package io.toppar.testing.memory;

import io.toppar.ports.BatchBuilder;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch of {@link MemoryRecord}s that is being filled. Nothing is written in the format of the
 * wire, and yet it is accounted like memory: in pieces of what was expected. Using it after its end
 * is an error.
 */
final class MemoryBatchBuilder implements BatchBuilder {

  private static final int LEAST_PIECE = 256;

  private final int limitBytes;
  private final int pieceBytes;
  private final Compression compression;
  private final HeldMemory memory;
  private final List<MemoryRecord> records = new ArrayList<>();
  private int sizeBytes = LogBatch.HEADER_BYTES;
  private boolean over;

  MemoryBatchBuilder(
      int limitBytes, int expectedBytes, Compression compression, HeldMemory memory) {
    this.limitBytes = limitBytes;
    this.pieceBytes = Math.max(expectedBytes, LEAST_PIECE);
    this.compression = compression;
    this.memory = memory;
  }

  @Override
  public Append append(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers) {
    refuseIfOver();
    MemoryRecord record = record(timestampMillis, key, value, headers);
    int size = sizeBytes + record.sizeBytes();
    if (size > limitBytes && !records.isEmpty()) {
      return Append.FULL;
    }
    if (!memory.tryHold(pieces(size))) {
      return Append.NO_MEMORY;
    }
    add(record);
    return Append.APPENDED;
  }

  @Override
  public boolean appendToHeld(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers) {
    refuseIfOver();
    MemoryRecord record = record(timestampMillis, key, value, headers);
    int size = sizeBytes + record.sizeBytes();
    if (records.isEmpty() || size > limitBytes || size > memory.bytes()) {
      return false;
    }
    add(record);
    return true;
  }

  private void add(MemoryRecord record) {
    records.add(record);
    sizeBytes += record.sizeBytes();
  }

  private static MemoryRecord record(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers) {
    return new MemoryRecord(timestampMillis, copy(key), copy(value), copies(headers));
  }

  @Override
  public int recordCount() {
    refuseIfOver();
    return records.size();
  }

  @Override
  public int sizeBytes() {
    refuseIfOver();
    return sizeBytes;
  }

  @Override
  public int heldBytes() {
    refuseIfOver();
    return memory.bytes();
  }

  @Override
  public SealedBatch seal() {
    refuseIfOver();
    if (records.isEmpty()) {
      throw new IllegalStateException("a batch of no records; discard it");
    }
    over = true;
    return new MemorySealedBatch(records, compression, memory);
  }

  @Override
  public void discard() {
    refuseIfOver();
    over = true;
    memory.giveBack();
  }

  private int pieces(int size) {
    return (size + pieceBytes - 1) / pieceBytes * pieceBytes;
  }

  private void refuseIfOver() {
    if (over) {
      throw new IllegalStateException("the batch was sealed or discarded; open another");
    }
  }

  private static List<MemoryHeader> copies(RecordHeaders headers) {
    List<MemoryHeader> copies = new ArrayList<>(headers.count());
    for (int i = 0; i < headers.count(); i++) {
      copies.add(new MemoryHeader(headers.name(i).utf8(), copy(headers.value(i))));
    }
    return copies;
  }

  private static @Nullable Slice copy(@Nullable Slice slice) {
    return slice == null ? null : slice.copy();
  }
}
