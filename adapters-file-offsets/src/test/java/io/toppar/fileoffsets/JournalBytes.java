package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A journal in memory, written entry by entry. One thread. */
final class JournalBytes {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final JournalWriter writer =
      new JournalWriter(new MemoryOutput(bytes), JournalWriter.newBuffer());

  JournalBytes header() {
    writer.writeHeader();
    return this;
  }

  JournalBytes define(int id, OffsetKey key) throws IOException {
    writer.define(id, key);
    return this;
  }

  JournalBytes store(int id, StoredOffset offset) throws IOException {
    writer.store(id, offset);
    return this;
  }

  JournalBytes delete(int id) throws IOException {
    writer.delete(id);
    return this;
  }

  byte[] bytes() throws IOException {
    writer.flush();
    return bytes.toByteArray();
  }

  static JournalScan read(byte[] journal, JournalState into) {
    try {
      return new JournalReader(new MemoryInput(ByteBuffer.wrap(journal)), 64, into).read();
    } catch (IOException never) {
      throw new AssertionError(never);
    }
  }

  private record MemoryInput(ByteBuffer bytes) implements FileOps.Input {

    @Override
    public int read(ByteBuffer target) {
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int count = Math.min(bytes.remaining(), target.remaining());
      target.put(bytes.slice().limit(count));
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public void close() {}
  }

  private record MemoryOutput(ByteArrayOutputStream bytes) implements FileOps.Output {

    @Override
    public int write(ByteBuffer source) {
      byte[] some = new byte[source.remaining()];
      source.get(some);
      bytes.writeBytes(some);
      return some.length;
    }

    @Override
    public void force() {}

    @Override
    public void truncate(long length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
