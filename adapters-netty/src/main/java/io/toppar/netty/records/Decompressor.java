package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses the batches of one cursor, one after another into the same {@link Scratch}.
 *
 * <p>Each library but the JDK's is optional: whoever reads a batch of a codec whose library is
 * absent is told which artifact to add.
 */
final class Decompressor {

  static final int NONE = 0;
  static final int GZIP = 1;
  static final int SNAPPY = 2;
  static final int LZ4 = 3;
  static final int ZSTD = 4;

  private final int maxBytes;
  private @Nullable Scratch scratch;

  Decompressor(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Decompresses a stretch of an array; the result is valid until the next call.
   *
   * @param magic of the batch: before magic 2, LZ4 headers may carry a wrong checksum
   */
  Scratch decompress(int codec, byte[] bytes, int start, int length, int magic)
      throws UnreadableException {
    if (scratch == null) {
      scratch = Scratch.take();
    }
    scratch.clear(maxBytes);
    try {
      switch (codec) {
        case GZIP -> GzipStream.decompress(bytes, start, length, scratch);
        case SNAPPY -> SnappyStream.decompress(bytes, start, length, scratch);
        case LZ4 -> Lz4Frames.decompress(bytes, start, length, magic > 0, scratch);
        case ZSTD -> ZstdFrames.decompress(bytes, start, length, scratch);
        default -> throw unsupported("codec " + codec + " is unknown; known are 0 to 4");
      }
    } catch (LinkageError e) {
      throw absent(codec, e);
    }
    return scratch;
  }

  /** Gives the memory back; the next call takes some again. */
  void close() {
    if (scratch != null) {
      scratch.giveBack();
      scratch = null;
    }
  }

  static UnreadableException broken(String detail) {
    return new UnreadableException(BatchFault.Kind.DECOMPRESSION, detail);
  }

  static UnreadableException absent(int codec, Throwable cause) {
    return unsupported(absence(codec, cause));
  }

  /** What to do about a codec whose library is absent. */
  static String absence(int codec, Throwable cause) {
    String artifact =
        switch (codec) {
          case SNAPPY -> "snappy: add org.xerial.snappy:snappy-java";
          case LZ4 -> "lz4: add at.yawk.lz4:lz4-java";
          case ZSTD -> "zstd: add com.github.luben:zstd-jni";
          default -> "gzip: add the java.base module's zip library";
        };
    return "codec " + codec + " is " + artifact + " (" + cause + ")";
  }

  private static UnreadableException unsupported(String detail) {
    return new UnreadableException(BatchFault.Kind.UNSUPPORTED_CODEC, detail);
  }
}
