package io.toppar.netty.records;

import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record batch of magic 2 that is being filled.
 *
 * <p>Records are written once, each whole into one {@link Chunk}: the first chunk is for what is
 * expected, each further one doubles what is held, up to the batch's limit. When there is no memory
 * for that much, a chunk for the one record will do.
 */
final class OpenBatch implements BatchBuilder {

  private final BatchMaker maker;
  private final BatchSpec spec;
  private final List<Chunk> chunks = new ArrayList<>(2);
  private @Nullable Chunk last;
  private int heldBytes;
  private int recordBytes;
  private int recordCount;
  private long baseTimestamp;
  private long maxTimestamp;

  OpenBatch(BatchMaker maker, BatchSpec spec) {
    this.maker = maker;
    this.spec = spec;
  }

  @Override
  public Append append(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers) {
    long body = RecordFormat.bodyBytes(delta(timestampMillis), recordCount, key, value, headers);
    long bytes = RecordFormat.recordBytes(body);
    if (recordCount > 0 && sizeBytes() + bytes > spec.limitBytes()) {
      return Append.FULL;
    }
    if (bytes > BatchSpec.LARGEST) {
      throw new IllegalArgumentException("no batch can hold a record of " + bytes + " bytes");
    }
    Chunk chunk = chunkFor((int) bytes);
    if (chunk == null) {
      return Append.NO_MEMORY;
    }
    write(chunk, (int) body, timestampMillis, key, value, headers);
    return Append.APPENDED;
  }

  @Override
  public boolean appendToHeld(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers) {
    Chunk chunk = last;
    if (chunk == null) {
      return false;
    }
    long body = RecordFormat.bodyBytes(delta(timestampMillis), recordCount, key, value, headers);
    long bytes = RecordFormat.recordBytes(body);
    if (bytes > chunk.room() || sizeBytes() + bytes > spec.limitBytes()) {
      return false;
    }
    write(chunk, (int) body, timestampMillis, key, value, headers);
    return true;
  }

  private long delta(long timestampMillis) {
    return recordCount == 0 ? 0 : timestampMillis - baseTimestamp;
  }

  private void write(
      Chunk chunk,
      int body,
      long timestampMillis,
      @Nullable Slice key,
      @Nullable Slice value,
      RecordHeaders headers) {
    int from = chunk.length();
    int end =
        RecordFormat.write(
            chunk.bytes(), from, body, delta(timestampMillis), recordCount, key, value, headers);
    chunk.filledTo(end);
    count(end - from, timestampMillis);
  }

  @Override
  public int recordCount() {
    return recordCount;
  }

  @Override
  public int sizeBytes() {
    return BatchLayout.RECORDS + recordBytes;
  }

  @Override
  public int heldBytes() {
    return heldBytes;
  }

  @Override
  public SealedBatch seal() {
    if (recordCount == 0) {
      throw new IllegalStateException("nothing was appended");
    }
    return maker.sealed(
        spec, chunks, new BatchFacts(recordCount, recordBytes, baseTimestamp, maxTimestamp));
  }

  @Override
  public void discard() {
    maker.giveBack(chunks, spec.memory());
  }

  private void count(int bytes, long timestampMillis) {
    if (recordCount == 0) {
      baseTimestamp = timestampMillis;
      maxTimestamp = timestampMillis;
    } else if (timestampMillis > maxTimestamp) {
      maxTimestamp = timestampMillis;
    }
    recordBytes += bytes;
    recordCount++;
  }

  private @Nullable Chunk chunkFor(int bytes) {
    Chunk open = last;
    if (open != null && open.room() >= bytes) {
      return open;
    }
    int wanted = ChunkPool.capacity(Math.max(bytes, usefulBytes()));
    int least = ChunkPool.capacity(bytes);
    Chunk roomy = added(wanted);
    return roomy == null && least < wanted ? added(least) : roomy;
  }

  private int usefulBytes() {
    int left = spec.limitBytes() - sizeBytes();
    return Math.min(left, recordCount == 0 ? spec.expectedBytes() : heldBytes);
  }

  /** One more, if there is memory for it. The JVM may have less than was counted as free. */
  private @Nullable Chunk added(int capacity) {
    BatchMemory memory = spec.memory();
    if (!memory.tryTake(capacity)) {
      return null;
    }
    Chunk chunk = null;
    try {
      chunk = maker.chunk(capacity);
    } finally {
      if (chunk == null) {
        memory.giveBack(capacity);
      }
    }
    chunks.add(chunk);
    heldBytes += capacity;
    last = chunk;
    return chunk;
  }
}
