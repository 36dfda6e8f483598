package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.zip.CRC32C;

/** Writes entries of a journal through a buffer. One thread; the output stays the caller's. */
final class JournalWriter {

  private static final int BUFFER_BYTES = 128 << 10;
  private static final byte[] NO_GROUP = {};

  private final FileOps.Output output;
  private final byte[] bytes;
  private final ByteBuffer buffer;
  private final CRC32C crc = new CRC32C();
  private long written;

  /** Over bytes that hold the largest entry, and that the caller may use again afterwards. */
  JournalWriter(FileOps.Output output, byte[] bytes) {
    this.output = output;
    this.bytes = bytes;
    this.buffer = ByteBuffer.wrap(bytes);
  }

  static byte[] newBuffer() {
    return new byte[BUFFER_BYTES];
  }

  static byte[] header() {
    ByteBuffer header = ByteBuffer.allocate(JournalFormat.HEADER_BYTES);
    header.put(JournalFormat.MAGIC).put((byte) JournalFormat.VERSION);
    CRC32C crc = new CRC32C();
    crc.update(header.array(), 0, header.position());
    return header.putInt((int) crc.getValue()).array();
  }

  void writeHeader() {
    buffer.put(header());
  }

  /** Writes a definition; returns its size. */
  int define(int id, OffsetKey key) throws IOException {
    byte[] topic = utf8(key.topicPartition().topic());
    byte[] group = key.group() == null ? NO_GROUP : utf8(key.group());
    int length = JournalFormat.DEFINE_LENGTH + topic.length + group.length;
    int start = begin(length, JournalFormat.DEFINE);
    buffer.putInt(id).putInt(key.topicPartition().partition());
    buffer.putShort((short) topic.length).put(topic);
    buffer.put((byte) (key.group() == null ? 0 : 1)).put(group);
    return end(start);
  }

  /** Writes an offset; returns the size of the entry. */
  int store(int id, StoredOffset offset) throws IOException {
    byte[] metadata = offset.metadata().isEmpty() ? NO_GROUP : utf8(offset.metadata());
    int start = begin(JournalFormat.STORE_LENGTH + metadata.length, JournalFormat.STORE);
    buffer.putInt(id).putLong(offset.offset()).putInt(offset.leaderEpoch()).put(metadata);
    return end(start);
  }

  /** Writes that a key has no offset. */
  int delete(int id) throws IOException {
    int start = begin(JournalFormat.DELETE_LENGTH, JournalFormat.DELETE);
    buffer.putInt(id);
    return end(start);
  }

  /** Hands everything to the output. */
  void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      int count = output.write(buffer);
      if (count <= 0) {
        throw new IOException("no space left, %d bytes unwritten".formatted(buffer.remaining()));
      }
      written += count;
    }
    buffer.clear();
  }

  /** How many bytes the output took. */
  long written() {
    return written;
  }

  private int begin(int length, byte type) throws IOException {
    if (buffer.remaining() < JournalFormat.PREFIX_BYTES + length) {
      flush();
    }
    int start = buffer.position();
    buffer.putInt(0).putShort((short) length).put(type);
    return start;
  }

  private int end(int start) {
    int checked = start + JournalFormat.LENGTH_AT;
    crc.reset();
    crc.update(bytes, checked, buffer.position() - checked);
    buffer.putInt(start, (int) crc.getValue());
    return buffer.position() - start;
  }

  private static byte[] utf8(String text) {
    try {
      return JournalFormat.utf8(text);
    } catch (CharacterCodingException unchecked) {
      throw new IllegalArgumentException("not checked before: " + text, unchecked);
    }
  }
}
