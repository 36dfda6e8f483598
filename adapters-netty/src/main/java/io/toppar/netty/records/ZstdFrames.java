package io.toppar.netty.records;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;

/**
 * Zstandard frames, decompressed in one call into an array.
 *
 * <p>A frame need not say how much is in it, and what it says is not trusted: the call is repeated
 * with twice the room until the content fits or the limit is reached. The room is kept for the
 * batches that follow, so repeating is rare.
 */
final class ZstdFrames {

  /** Room to begin with, per compressed byte. */
  private static final int USUAL_RATIO = 4;

  private ZstdFrames() {}

  static void decompress(byte[] bytes, int start, int length, Scratch out)
      throws UnreadableException {
    if (length == 0) {
      throw Decompressor.broken("zstd: no bytes");
    }
    int usual = (int) Math.min((long) length * USUAL_RATIO, out.limit());
    if (out.room() < usual) {
      out.grow(usual);
    }
    while (true) {
      int room = out.room();
      try {
        out.filled((int) Zstd.decompressByteArray(out.bytes(), 0, room, bytes, start, length));
        return;
      } catch (ZstdException e) {
        if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
          throw Decompressor.broken("zstd: " + e.getMessage());
        }
        out.grow(room + 1);
      }
    }
  }
}
