package io.toppar.ports;

import org.jspecify.annotations.Nullable;

/**
 * A record batch that is being filled: records are written once, straight into memory of the
 * gateway, in the format of the wire.
 *
 * <p><b>Threading:</b> one thread at a time; whoever shares it locks it.
 *
 * <p><b>Ownership:</b> ends by exactly one of {@link #seal} and {@link #discard}, after which it
 * must not be touched. Until then it holds {@link #heldBytes} of the {@link BatchMemory} it was
 * opened with, which grow in steps as it is filled.
 */
public interface BatchBuilder {

  /** What became of a record. */
  enum Append {
    /** It is in the batch. */
    APPENDED,
    /** The batch's limit would be passed: seal it, and go on in another. */
    FULL,
    /** There is no memory for it now. */
    NO_MEMORY
  }

  /**
   * Appends a record, or changes nothing. The first record of a batch is taken whatever its size.
   *
   * @param timestampMillis milliseconds since the epoch
   * @param key the key, or null; copied
   * @param value the value, or null; copied
   * @param headers the headers; copied
   */
  Append append(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers);

  /**
   * Appends a record if that takes no more memory than is held, or changes nothing: what {@link
   * #append} comes to most of the time, for a caller that keeps the rest apart from it. It may say
   * no at any time, and does to the first record.
   */
  boolean appendToHeld(
      long timestampMillis, @Nullable Slice key, @Nullable Slice value, RecordHeaders headers);

  /** Number of records appended. */
  int recordCount();

  /** Bytes of the batch on the wire if it were not compressed, its header included. */
  int sizeBytes();

  /** Memory held. */
  int heldBytes();

  /**
   * Ends the filling; the batch goes over. Compresses, which takes its time: from any thread, but
   * not from one that must not be held up. A batch that would not become smaller is left as it is
   * (P8).
   *
   * @throws IllegalStateException if nothing was appended
   * @throws IllegalArgumentException if the codec's library is missing; names the artifact, and the
   *     builder is as it was
   */
  SealedBatch seal();

  /** Throws away what was appended. */
  void discard();
}
