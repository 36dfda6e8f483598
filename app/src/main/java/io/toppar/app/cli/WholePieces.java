package io.toppar.app.cli;

import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.InputStream;

/** All of a stream as one piece, byte for byte, also if it is empty (B234). One thread. */
final class WholePieces implements InputPieces {

  private final InputStream in;
  private final int longest;
  private final String name;
  private final Slice read = new Slice();
  private boolean done;

  /**
   * Reads nothing yet.
   *
   * @param longest the most bytes it may have
   * @param name what the stream is called in messages
   */
  WholePieces(InputStream in, int longest, String name) {
    this.in = in;
    this.longest = longest;
    this.name = name;
  }

  @Override
  public boolean next(Slice piece) throws IOException {
    if (done) {
      return false;
    }
    done = true;
    byte[] bytes = in.readNBytes(Math.addExact(longest, 1));
    if (bytes.length > longest) {
      throw new IllegalArgumentException(
          "it is longer than "
              + longest
              + " bytes (-X max.request.size=BYTES lets longer ones through)");
    }
    piece.wrap(bytes, 0, bytes.length);
    read.wrap(bytes, 0, bytes.length);
    return true;
  }

  @Override
  public Slice read() {
    return read;
  }

  @Override
  public String place() {
    return name;
  }
}
