package io.toppar.testing.memory;

import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.SealedBatch;
import java.util.List;

/**
 * A complete batch of {@link MemoryRecord}s. It is noted how it is to be compressed, and not done.
 *
 * <p>As strict as the port allows: using it after its end is an error, and so is ending it while a
 * request with it is open.
 */
final class MemorySealedBatch implements SealedBatch {

  private final List<MemoryRecord> records;
  private final Compression compression;
  private final HeldMemory memory;
  private final int sizeBytes;
  private int openRequests;
  private boolean over;

  MemorySealedBatch(List<MemoryRecord> records, Compression compression, HeldMemory memory) {
    this.records = List.copyOf(records);
    this.compression = compression;
    this.memory = memory;
    this.sizeBytes = LogBatch.HEADER_BYTES + bytes(records);
  }

  /** The batch of a part; one that another kind of gateway has made is an error. */
  static MemorySealedBatch of(ProducePart part) {
    if (part.batch() instanceof MemorySealedBatch batch) {
      return batch;
    }
    throw new IllegalArgumentException(
        part.batch() + " was not made by a gateway in memory; open it with newBatch");
  }

  @Override
  public synchronized int recordCount() {
    refuseIfOver();
    return records.size();
  }

  @Override
  public synchronized int sizeBytes() {
    refuseIfOver();
    return sizeBytes;
  }

  @Override
  public synchronized int heldBytes() {
    refuseIfOver();
    return memory.bytes();
  }

  @Override
  public synchronized List<SealedBatch> split() {
    refuseIfInUse();
    if (records.size() == 1) {
      throw new IllegalStateException("a batch of one record cannot be split; release it");
    }
    over = true;
    int middle = middle();
    List<SealedBatch> parts =
        List.of(part(records.subList(0, middle)), part(records.subList(middle, records.size())));
    memory.giveBack();
    return parts;
  }

  @Override
  public synchronized void release() {
    refuseIfInUse();
    over = true;
    memory.giveBack();
  }

  @Override
  public String toString() {
    return "batch of " + records.size() + " records";
  }

  /** What a broker sees, also after the batch's end: bytes on the wire are nobody's. */
  List<MemoryRecord> records() {
    return records;
  }

  /** Bytes on the wire, also after the batch's end. */
  int wireBytes() {
    return sizeBytes;
  }

  /** How it is said to be compressed. */
  Compression compression() {
    return compression;
  }

  /** A request with it is open from now on. */
  synchronized void submitted() {
    refuseIfOver();
    openRequests++;
  }

  /** A request with it has been completed. */
  synchronized void completed() {
    openRequests--;
  }

  /** Index of the first record of the second half, by bytes. */
  private int middle() {
    int half = bytes(records) / 2;
    int index = 1;
    int before = records.get(0).sizeBytes();
    while (index < records.size() - 1 && before < half) {
      before += records.get(index).sizeBytes();
      index++;
    }
    return index;
  }

  private SealedBatch part(List<MemoryRecord> some) {
    int size = LogBatch.HEADER_BYTES + bytes(some);
    return new MemorySealedBatch(some, compression, memory.another(size));
  }

  private void refuseIfInUse() {
    refuseIfOver();
    if (openRequests > 0) {
      throw new IllegalStateException(this + " is ended while a request with it is open");
    }
  }

  private void refuseIfOver() {
    if (over) {
      throw new IllegalStateException(this + " is used after its end");
    }
  }

  private static int bytes(List<MemoryRecord> some) {
    int bytes = 0;
    for (MemoryRecord record : some) {
      bytes += record.sizeBytes();
    }
    return bytes;
  }
}
