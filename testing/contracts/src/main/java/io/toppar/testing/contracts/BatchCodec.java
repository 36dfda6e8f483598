package io.toppar.testing.contracts;

/** How a fixture is asked to compress a batch; one that cannot compress ignores it. */
public enum BatchCodec {
  /** Not at all. */
  NONE,
  /** Gzip. */
  GZIP,
  /** Snappy, in the framing of the Java clients. */
  SNAPPY,
  /** LZ4 frames. */
  LZ4,
  /** Zstandard. */
  ZSTD
}
