package io.toppar.ports;

/**
 * How the records of a batch are compressed. Immutable, any thread.
 *
 * @param codec the codec
 * @param level the codec's own level, or {@link #DEFAULT_LEVEL}; a codec without levels ignores it
 */
public record Compression(Codec codec, int level) {

  /** The level that the codec takes if none is named. */
  public static final int DEFAULT_LEVEL = Integer.MIN_VALUE;

  /** Not at all. */
  public static final Compression NONE = of(Codec.NONE);

  /** The codecs of record batches, by their number in a batch's attributes. */
  public enum Codec {
    /** None; 0. */
    NONE,
    /** Gzip; 1. */
    GZIP,
    /** Snappy in the framing of the Java clients; 2. */
    SNAPPY,
    /** LZ4 frames; 3. */
    LZ4,
    /** Zstandard (Produce 7 on); 4. */
    ZSTD
  }

  /** A codec at its default level. */
  public static Compression of(Codec codec) {
    return new Compression(codec, DEFAULT_LEVEL);
  }
}
