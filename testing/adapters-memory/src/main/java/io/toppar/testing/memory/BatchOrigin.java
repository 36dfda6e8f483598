package io.toppar.testing.memory;

import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;

/**
 * Who sent a batch, which of its records, and how (KIP-98). Immutable, any thread.
 *
 * @param producerId the producer's id, or -1 if it has none
 * @param producerEpoch the producer's epoch, or -1
 * @param baseSequence sequence of the batch's first record, or -1
 * @param compression how it is said to be compressed
 */
record BatchOrigin(
    long producerId, short producerEpoch, int baseSequence, Compression compression) {

  /** The origin of a batch that was produced. */
  static BatchOrigin of(ProducePart part, Compression compression) {
    return new BatchOrigin(
        part.producerId(), part.producerEpoch(), part.baseSequence(), compression);
  }

  /** Whether its producer has an id, so that gaps and duplicates are told. */
  boolean isSequenced() {
    return producerId >= 0;
  }

  /** The sequence so many records later; after the greatest comes 0. */
  int sequence(int recordsLater) {
    return (int) ((baseSequence + (long) recordsLater) & Integer.MAX_VALUE);
  }

  /** Whether both begin with the same record of the same producer. */
  boolean isSameAs(BatchOrigin other) {
    return producerId == other.producerId
        && producerEpoch == other.producerEpoch
        && baseSequence == other.baseSequence;
  }
}
