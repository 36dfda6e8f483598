package io.toppar.netty.records;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.toppar.ports.BatchBuilder.Append;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a batch into some of about half its size: reads it as a consumer would, and writes the
 * records anew. Rare, so a compressed batch is decompressed for it instead of keeping what it was
 * made of. Confined to one call.
 */
final class BatchSplit {

  private final BatchMaker maker;
  private final BatchSpec spec;
  private final List<SealedBatch> parts = new ArrayList<>(2);
  private final RecordFields record = new RecordFields();
  private final HeaderView headers = new HeaderView(record);
  private final Slice key = new Slice();
  private final Slice value = new Slice();
  private final RecordHeaders passedOn =
      new RecordHeaders() {
        @Override
        public int count() {
          return record.headerCount;
        }

        @Override
        public Slice name(int index) {
          return headers.name(index);
        }

        @Override
        public @Nullable Slice value(int index) {
          return headers.value(index);
        }
      };

  private BatchSplit(BatchMaker maker, BatchSpec spec, int plainBytes) {
    this.maker = maker;
    int half = BatchLayout.RECORDS + (plainBytes + 1) / 2;
    this.spec = new BatchSpec(half, half, spec.compression(), forced(spec.memory()));
  }

  /** The parts, in order; the batch stays as it is. */
  static List<SealedBatch> split(
      WrittenBatch batch, BatchMaker maker, BatchSpec spec, List<Chunk> chunks, int codec) {
    ByteBuf header = Unpooled.buffer(BatchLayout.RECORDS);
    batch.writeHeader(header, -1, (short) -1, -1);
    byte[] stored = stored(chunks);
    Decompressor decompressor = new Decompressor(Integer.MAX_VALUE);
    try {
      byte[] records = stored;
      int end = stored.length;
      if (codec != Decompressor.NONE) {
        Scratch plain = decompressor.decompress(codec, stored, 0, stored.length, 2);
        records = plain.bytes();
        end = plain.length();
      }
      BatchReader reader = new BatchReader();
      reader.open(header.array(), 0, records, 0, end);
      return new BatchSplit(maker, spec, end).parts(reader);
    } catch (UnreadableException ownBytes) {
      throw new IllegalStateException("a batch of ours cannot be read", ownBytes);
    } finally {
      decompressor.close();
    }
  }

  private List<SealedBatch> parts(BatchReader reader) throws UnreadableException {
    OpenBatch open = new OpenBatch(maker, spec);
    while (reader.hasNext()) {
      reader.step(record);
      headers.reset();
      if (append(open) == Append.FULL) {
        parts.add(open.seal());
        open = new OpenBatch(maker, spec);
        append(open);
      }
    }
    parts.add(open.seal());
    return parts;
  }

  private Append append(OpenBatch to) {
    return to.append(
        record.timestamp,
        slice(key, record.keyAt, record.keyLength),
        slice(value, record.valueAt, record.valueLength),
        passedOn);
  }

  private @Nullable Slice slice(Slice reused, int at, int length) {
    return length < 0 ? null : reused.wrap(record.bytes, at, length);
  }

  private static byte[] stored(List<Chunk> chunks) {
    byte[] bytes = new byte[chunks.stream().mapToInt(Chunk::length).sum()];
    ByteBuffer all = ByteBuffer.wrap(bytes);
    chunks.forEach(chunk -> all.put(chunk.content()));
    return bytes;
  }

  /** Memory that is never refused: there are two batches for a moment, and then one less. */
  private static BatchMemory forced(BatchMemory memory) {
    return new BatchMemory() {
      @Override
      public boolean tryTake(int bytes) {
        memory.take(bytes);
        return true;
      }

      @Override
      public void take(int bytes) {
        memory.take(bytes);
      }

      @Override
      public void giveBack(int bytes) {
        memory.giveBack(bytes);
      }
    };
  }
}
