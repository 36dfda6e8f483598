package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A part of a file in memory that moves forward over it. One thread.
 *
 * <p>It grows no larger than what is asked of it at once, which the length of an entry bounds.
 */
final class JournalWindow {

  private final FileOps.Input input;
  private ByteBuffer bytes;
  private long start;
  private int at;
  private int filled;
  private boolean ended;

  JournalWindow(FileOps.Input input, int bufferBytes) {
    this.input = input;
    this.bytes = ByteBuffer.allocate(bufferBytes);
  }

  /** Whether so many bytes lie ahead; reads on as needed. */
  boolean has(int count) throws IOException {
    if (filled - at < count && !ended) {
      read(count);
    }
    return filled - at >= count;
  }

  /** How many bytes are known to lie ahead. */
  int ahead() {
    return filled - at;
  }

  void advance(int count) {
    at += count;
  }

  /** Where in the file the window stands. */
  long position() {
    return start + at;
  }

  byte[] array() {
    return bytes.array();
  }

  /** Where in {@link #array} the byte so far ahead is. */
  int index(int ahead) {
    return at + ahead;
  }

  int u8(int ahead) {
    return bytes.get(at + ahead) & 0xff;
  }

  int u16(int ahead) {
    return bytes.getShort(at + ahead) & 0xffff;
  }

  int i32(int ahead) {
    return bytes.getInt(at + ahead);
  }

  long i64(int ahead) {
    return bytes.getLong(at + ahead);
  }

  private void read(int count) throws IOException {
    while (filled - at < count) {
      if (filled == bytes.capacity()) {
        makeRoom();
      }
      int read = input.read(bytes.limit(bytes.capacity()).position(filled));
      if (read == 0) {
        throw new IOException("nothing was read, and it was not the end");
      }
      if (read < 0) {
        ended = true;
        return;
      }
      filled += read;
    }
  }

  /** Moves what is ahead to the front if that is at most half of it all, and grows otherwise. */
  private void makeRoom() {
    byte[] from = bytes.array();
    byte[] to = at >= from.length / 2 ? from : new byte[2 * from.length];
    System.arraycopy(from, at, to, 0, filled - at);
    if (to != from) {
      bytes = ByteBuffer.wrap(to);
    }
    start += at;
    filled -= at;
    at = 0;
  }
}
