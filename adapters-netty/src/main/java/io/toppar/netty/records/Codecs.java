package io.toppar.netty.records;

import io.toppar.ports.Compression;

/** What is to be known of the codecs of batches on their way out. */
final class Codecs {

  private static final int GZIP_MOST = 9;
  private static final int LZ4_MOST = 17;
  private static final int ZSTD_LEAST = -131_072;
  private static final int ZSTD_MOST = 22;

  private Codecs() {}

  /** A codec's number in a batch's attributes. */
  static int number(Compression.Codec codec) {
    return switch (codec) {
      case NONE -> Decompressor.NONE;
      case GZIP -> Decompressor.GZIP;
      case SNAPPY -> Decompressor.SNAPPY;
      case LZ4 -> Decompressor.LZ4;
      case ZSTD -> Decompressor.ZSTD;
    };
  }

  /**
   * Refuses a level that the codec does not have.
   *
   * @throws IllegalArgumentException naming the codec and its levels
   */
  static void checkLevel(Compression compression) {
    int level = compression.level();
    if (level == Compression.DEFAULT_LEVEL) {
      return;
    }
    switch (compression.codec()) {
      case GZIP -> check("gzip", level, 1, GZIP_MOST);
      case LZ4 -> check("lz4", level, 1, LZ4_MOST);
      case ZSTD -> check("zstd", level, ZSTD_LEAST, ZSTD_MOST);
      case NONE, SNAPPY -> {
        return; // no levels
      }
    }
  }

  private static void check(String codec, int level, int least, int most) {
    if (level < least || level > most) {
      throw new IllegalArgumentException(
          codec + " has levels from " + least + " to " + most + ", not " + level);
    }
  }
}
