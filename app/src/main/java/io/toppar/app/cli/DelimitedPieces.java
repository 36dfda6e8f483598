package io.toppar.app.cli;

import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a stream at a delimiter, in memory for the longest piece: pieces are views of the buffer
 * that was read into. One thread.
 *
 * <p>What follows the last delimiter is a piece if it is not empty (B243); two delimiters in a row
 * have an empty piece between them.
 */
final class DelimitedPieces implements InputPieces {

  private static final int FIRST_BUFFER = 1 << 16;

  private final InputStream in;
  private final byte[] delimiter;
  private final int longest;
  private final String name;
  private final Slice read = new Slice();

  private byte[] buffer;
  private int start;
  private int end;
  private long number;

  /**
   * Reads nothing yet.
   *
   * @param delimiter what stands between pieces; if it is empty, all of the stream is one piece
   * @param longest the most bytes of a piece
   * @param name what the stream is called in messages
   */
  DelimitedPieces(InputStream in, byte[] delimiter, int longest, String name) {
    this.in = in;
    this.delimiter = delimiter;
    this.longest = longest;
    this.name = name;
    this.buffer = new byte[Math.min(FIRST_BUFFER, most())];
  }

  @Override
  public boolean next(Slice piece) throws IOException {
    int searched = 0;
    int found = find(start);
    while (found < 0) {
      searched = Math.max(searched, end - start - Math.max(0, delimiter.length - 1));
      if (!fill()) {
        return rest(piece);
      }
      found = find(start + searched);
    }
    take(piece, found, found + delimiter.length);
    return true;
  }

  private int find(int from) {
    return delimiter.length == 0 ? -1 : ByteSearch.indexOf(delimiter, buffer, from, end);
  }

  private boolean rest(Slice piece) {
    if (start == end) {
      return false;
    }
    take(piece, end, end);
    return true;
  }

  private void take(Slice piece, int pieceEnd, int next) {
    number++;
    if (pieceEnd - start > longest) {
      throw tooLong();
    }
    piece.wrap(buffer, start, pieceEnd - start);
    read.wrap(buffer, start, next - start);
    start = next;
  }

  /** Reads more behind what is there; whether there was more. */
  private boolean fill() throws IOException {
    if (end == buffer.length) {
      makeRoom();
    }
    int count = in.read(buffer, end, buffer.length - end);
    end += Math.max(0, count);
    return count >= 0;
  }

  private void makeRoom() {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
      return;
    }
    if (buffer.length == most()) {
      number++;
      throw tooLong();
    }
    buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, most()));
  }

  /** Room for the longest piece and its delimiter, and for one byte too many to be seen. */
  private int most() {
    return Math.addExact(longest, delimiter.length + 1);
  }

  private IllegalArgumentException tooLong() {
    return new IllegalArgumentException(
        "it is longer than "
            + longest
            + " bytes (-X max.request.size=BYTES lets longer ones through, -D splits otherwise)");
  }

  @Override
  public Slice read() {
    return read;
  }

  @Override
  public String place() {
    return (isLines() ? "line " : "message ") + number + " of " + name;
  }

  private boolean isLines() {
    return delimiter.length == 1 && delimiter[0] == '\n';
  }
}
