package io.toppar.netty.records;

import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.Compression;
import java.util.List;

/**
 * Where a gateway's batches on their way out come from: their memory and their compression. Any
 * thread. Batches may outlive its close.
 *
 * <p>While a batch is compressed it takes about its own size of memory more, which is not accounted
 * for: what it is compressed to is, and what it was made of until then.
 */
public final class BatchMaker {

  private final ChunkPool chunks;
  private final Compressors compressors;

  /**
   * Makes a maker that holds no memory yet.
   *
   * @param maxIdleBytes the most bytes kept for reuse
   */
  public BatchMaker(long maxIdleBytes) {
    this(new ChunkPool(maxIdleBytes));
  }

  BatchMaker(ChunkPool chunks) {
    this.chunks = chunks;
    this.compressors = new Compressors(chunks);
  }

  /**
   * Opens a batch; see {@link io.toppar.ports.BrokerGateway#newBatch}.
   *
   * @throws IllegalArgumentException if the codec has no such level
   */
  public BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {
    Codecs.checkLevel(compression);
    int limit = Math.min(limitBytes, BatchSpec.LARGEST);
    return new OpenBatch(this, new BatchSpec(limit, expectedBytes, compression, memory));
  }

  /** Pieces of memory in batches, or in use by compression. */
  public int outstandingChunks() {
    return chunks.outstandingChunks();
  }

  /** Bytes of memory kept for reuse. */
  public long idleBytes() {
    return chunks.idleBytes();
  }

  /** Gives back everything kept for reuse, and keeps nothing any more. */
  public void close() {
    compressors.close();
    chunks.close();
  }

  Chunk chunk(int bytes) {
    return chunks.take(bytes);
  }

  /** Takes over what was filled; the chunks may be replaced by what they compress to. */
  WrittenBatch sealed(BatchSpec spec, List<Chunk> filled, BatchFacts facts) {
    Chunk compressed = compressors.compress(spec.compression(), filled, facts.plainBytes());
    if (compressed == null) {
      return new WrittenBatch(this, spec, Compression.Codec.NONE, filled, facts);
    }
    spec.memory().take(compressed.capacity());
    giveBack(filled, spec.memory());
    return new WrittenBatch(this, spec, spec.compression().codec(), List.of(compressed), facts);
  }

  void giveBack(List<Chunk> over, BatchMemory memory) {
    int bytes = 0;
    for (Chunk chunk : over) {
      bytes += chunk.capacity();
      chunks.giveBack(chunk);
    }
    memory.giveBack(bytes);
  }
}
