package io.toppar.netty.records;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.toppar.ports.Compression;
import io.toppar.ports.SealedBatch;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/**
 * A record batch of magic 2 that is complete: its records as they go over the wire, and what its
 * header is made of anew for each transmission. So it is sent again with the same bytes (B119),
 * also under another producer's identity.
 *
 * <p>Its memory is given back when its owner has ended it <em>and</em> no socket has bytes of it
 * any more: an owner may release a batch as soon as its request is complete.
 */
public final class WrittenBatch implements SealedBatch {

  private static final int MAGIC = 2;
  private static final int UNKNOWN_LEADER_EPOCH = -1;

  /** Bytes of the header that its checksum covers. */
  private static final int CHECKED_BYTES = BatchLayout.RECORDS - BatchLayout.ATTRIBUTES;

  private final BatchMaker maker;
  private final BatchSpec spec;
  private final Compression.Codec codec;
  private final List<Chunk> chunks;
  private final BatchFacts facts;
  private final int recordBytes;
  private final int heldBytes;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** The owner, and each transmission whose bytes are not all in the socket. */
  private final AtomicInteger holders = new AtomicInteger(1);

  WrittenBatch(
      BatchMaker maker,
      BatchSpec spec,
      Compression.Codec codec,
      List<Chunk> chunks,
      BatchFacts facts) {
    this.maker = maker;
    this.spec = spec;
    this.codec = codec;
    this.chunks = chunks;
    this.facts = facts;
    int filled = 0;
    int held = 0;
    for (Chunk chunk : chunks) {
      filled += chunk.length();
      held += chunk.capacity();
    }
    this.recordBytes = filled;
    this.heldBytes = held;
  }

  @Override
  public int recordCount() {
    return facts.recordCount();
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
  public List<SealedBatch> split() {
    if (recordCount() == 1) {
      throw new IllegalStateException("one record cannot be split");
    }
    List<SealedBatch> parts = BatchSplit.split(this, maker, spec, chunks, Codecs.number(codec));
    release();
    return parts;
  }

  @Override
  public void release() {
    if (!ended.compareAndSet(false, true)) {
      throw new IllegalStateException("a batch was ended twice");
    }
    letGo();
  }

  /**
   * Appends the header for a transmission; its checksum is taken in one sweep over what it covers.
   *
   * @param producerId who sends it, or -1
   * @param producerEpoch the producer's epoch, or -1
   * @param baseSequence sequence of the first record, or -1
   */
  public void writeHeader(ByteBuf out, long producerId, short producerEpoch, int baseSequence) {
    int start = out.writerIndex();
    out.writeLong(0); // base offset
    out.writeInt(sizeBytes() - BatchLayout.PREFIX_BYTES);
    out.writeInt(UNKNOWN_LEADER_EPOCH);
    out.writeByte(MAGIC);
    out.writeInt(0); // the checksum, below
    out.writeShort(Codecs.number(codec));
    out.writeInt(facts.recordCount() - 1);
    out.writeLong(facts.baseTimestamp());
    out.writeLong(facts.maxTimestamp());
    out.writeLong(producerId);
    out.writeShort(producerEpoch);
    out.writeInt(baseSequence);
    out.writeInt(facts.recordCount());
    ByteBuffer checked = out.nioBuffer(start + BatchLayout.ATTRIBUTES, CHECKED_BYTES);
    out.setInt(start + BatchLayout.CRC, checksum(checked));
  }

  /**
   * Keeps the memory for a transmission; to be followed by one {@link #takeBack}.
   *
   * @throws IllegalStateException if its owner has ended it: other records may be there by now
   */
  public void lend() {
    if (ended.get()) {
      throw new IllegalStateException("a batch was sent after its end");
    }
    holders.incrementAndGet();
  }

  /** Appends the records to what goes to a socket; only while lent. */
  public void addTo(CompositeByteBuf transmission) {
    for (Chunk chunk : chunks) {
      transmission.addComponent(true, chunk.lent());
    }
  }

  /** A transmission is over: the socket has its bytes, or never will. */
  public void takeBack() {
    letGo();
  }

  private int checksum(ByteBuffer header) {
    CRC32C crc = new CRC32C();
    crc.update(header);
    for (Chunk chunk : chunks) {
      crc.update(chunk.content());
    }
    return (int) crc.getValue();
  }

  private void letGo() {
    if (holders.decrementAndGet() == 0) {
      maker.giveBack(chunks, spec.memory());
    }
  }
}
