package io.toppar.testing.memory;

import io.toppar.ports.Compression;
import java.util.List;

/**
 * A batch as it is in the log of a {@link MemoryCluster}. Immutable, any thread.
 *
 * @param baseOffset offset of the first record it was written with
 * @param producerId id of its producer, or -1
 * @param producerEpoch epoch of its producer, or -1
 * @param baseSequence sequence of the first record, or -1
 * @param compression how it is said to be compressed
 * @param records the records that are left, with the timestamps that the log has
 */
public record WrittenBatch(
    long baseOffset,
    long producerId,
    short producerEpoch,
    int baseSequence,
    Compression compression,
    List<MemoryRecord> records) {

  private static final BatchOrigin NOBODY = new BatchOrigin(-1, (short) -1, -1, Compression.NONE);

  static WrittenBatch of(LogBatch batch) {
    BatchOrigin origin = batch.origin() == null ? NOBODY : batch.origin();
    return new WrittenBatch(
        batch.baseOffset(),
        origin.producerId(),
        origin.producerEpoch(),
        origin.baseSequence(),
        origin.compression(),
        batch.entries().stream().map(LogBatch.Entry::record).toList());
  }
}
