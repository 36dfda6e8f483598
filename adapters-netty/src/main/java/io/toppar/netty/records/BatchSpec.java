package io.toppar.netty.records;

import io.toppar.ports.BatchMemory;
import io.toppar.ports.Compression;

/**
 * What a batch on its way out is opened with. Immutable, any thread.
 *
 * @param limitBytes the most bytes on the wire, uncompressed, that more than one record may have
 * @param expectedBytes about how much will be appended
 * @param compression how it will be compressed
 * @param memory what its memory is taken from and given back to
 */
record BatchSpec(int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {

  /** The most bytes of a batch, or of one record: compressed badly it must still be an array. */
  static final int LARGEST = 1 << 30;
}
