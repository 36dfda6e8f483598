package io.toppar.netty.records;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Gzip (RFC 1952) by the JDK's inflater, one member after another. */
final class GzipStream {

  private static final int MAGIC = 0x1f8b;
  private static final int DEFLATE = 8;
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;
  private static final int HEADER_CHECKSUM = 0x02;
  private static final int EXTRA = 0x04;
  private static final int NAME = 0x08;
  private static final int COMMENT = 0x10;
  private static final int RESERVED = 0xe0;

  private final byte[] bytes;
  private final int end;
  private final Scratch out;
  private int at;

  private GzipStream(byte[] bytes, int start, int length, Scratch out) {
    this.bytes = bytes;
    this.at = start;
    this.end = start + length;
    this.out = out;
  }

  static void decompress(byte[] bytes, int start, int length, Scratch out)
      throws UnreadableException {
    GzipStream stream = new GzipStream(bytes, start, length, out);
    do {
      stream.member();
    } while (stream.at < stream.end);
  }

  private void member() throws UnreadableException {
    header();
    int from = out.length();
    try {
      inflate(out.inflater());
    } catch (DataFormatException e) {
      throw Decompressor.broken("gzip: " + e.getMessage());
    }
    trailer(from);
  }

  private void header() throws UnreadableException {
    need(HEADER_BYTES);
    if ((BigEndian.int16(bytes, at) & 0xffff) != MAGIC || bytes[at + 2] != DEFLATE) {
      throw Decompressor.broken("gzip: not a gzip header");
    }
    int flags = bytes[at + 3];
    if ((flags & RESERVED) != 0) {
      throw Decompressor.broken("gzip: unknown flags " + flags);
    }
    at += HEADER_BYTES;
    if ((flags & EXTRA) != 0) {
      need(2);
      skip(2 + ((bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8));
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      skip(2);
    }
  }

  private void inflate(Inflater inflater) throws DataFormatException, UnreadableException {
    inflater.setInput(bytes, at, end - at);
    while (!inflater.finished()) {
      if (out.room() == 0) {
        out.grow();
      }
      int count = inflater.inflate(out.bytes(), out.length(), out.room());
      out.filled(count);
      if (count == 0 && !inflater.finished()) {
        throw Decompressor.broken("gzip: the stream is cut off or asks for a dictionary");
      }
    }
    at = end - inflater.getRemaining();
  }

  private void trailer(int from) throws UnreadableException {
    need(TRAILER_BYTES);
    CRC32 crc = new CRC32();
    crc.update(out.bytes(), from, out.length() - from);
    int stored = Integer.reverseBytes(BigEndian.int32(bytes, at));
    int size = Integer.reverseBytes(BigEndian.int32(bytes, at + 4));
    if (stored != (int) crc.getValue() || size != out.length() - from) {
      throw Decompressor.broken("gzip: checksum or size of the content is wrong");
    }
    at += TRAILER_BYTES;
  }

  private void skipText() throws UnreadableException {
    do {
      need(1);
    } while (bytes[at++] != 0);
  }

  private void skip(int count) throws UnreadableException {
    need(count);
    at += count;
  }

  private void need(int count) throws UnreadableException {
    if (count > end - at) {
      throw Decompressor.broken("gzip: the stream is cut off");
    }
  }
}
