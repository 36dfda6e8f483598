package io.toppar.domain;

/**
 * Why the records from some offset on cannot be read. Immutable, any thread.
 *
 * @param kind what is wrong
 * @param firstOffset the first offset affected
 * @param lastOffset the last offset affected, or {@code firstOffset} where that cannot be told
 * @param sizeBytes for {@link Kind#OVERSIZE} the bytes the batch needs, else its length or 0
 * @param detail one line for people: what was found, and what was expected
 */
public record BatchFault(
    Kind kind, long firstOffset, long lastOffset, int sizeBytes, String detail) {

  /** The kinds of fault. */
  public enum Kind {
    /** The first batch did not fit into the bytes asked for: ask for more (F17, B103). */
    OVERSIZE,
    /** Wrong checksum. */
    CHECKSUM,
    /** Impossible lengths, counts or deltas. */
    MALFORMED,
    /** A magic byte from the future. */
    UNKNOWN_MAGIC,
    /** A codec that is unknown or whose library is absent. */
    UNSUPPORTED_CODEC,
    /** The compressed bytes do not decompress, or to more than the limit. */
    DECOMPRESSION
  }
}
