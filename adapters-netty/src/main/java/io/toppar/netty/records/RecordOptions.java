package io.toppar.netty.records;

/**
 * How strictly, and into how much memory, records are read. Immutable.
 *
 * @param checkCrcs whether checksums are verified ({@code check.crcs})
 * @param maxDecompressedBytes the most one batch may decompress to
 */
public record RecordOptions(boolean checkCrcs, int maxDecompressedBytes) {

  /**
   * Checksums on, and 128 MiB per batch: a hundred times what brokers accept as a batch by default,
   * and still little enough to survive one on each taker.
   */
  public static final RecordOptions DEFAULT = new RecordOptions(true, 128 << 20);

  /** Refuses a limit that is not positive. */
  public RecordOptions {
    if (maxDecompressedBytes <= 0) {
      throw new IllegalArgumentException(
          "maxDecompressedBytes is " + maxDecompressedBytes + "; the least is 1");
    }
  }
}
