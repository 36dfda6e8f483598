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

  /** Beyond it, lengths of the format and sizes of arrays run over. */
  static final int LARGEST_RECORD = Integer.MAX_VALUE - 1024;
}
