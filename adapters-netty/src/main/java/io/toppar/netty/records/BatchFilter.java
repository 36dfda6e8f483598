package io.toppar.netty.records;

import io.toppar.domain.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Decides which batches of magic 2 are hidden from the application: control batches always, aborted
 * ones when reading committed records (F19 to F22). Fed in offset order; one walk each.
 */
final class BatchFilter {

  private static final short ABORT = 0;

  /** Version and type, each an int16. */
  private static final int CONTROL_KEY_BYTES = 4;

  private final AbortedTransactions.@Nullable Sweep sweep;
  private final boolean checkCrcs;

  BatchFilter(IsolationLevel isolation, AbortedTransactions aborted, boolean checkCrcs) {
    boolean filters = isolation == IsolationLevel.READ_COMMITTED && !aborted.isEmpty();
    this.sweep = filters ? aborted.sweep() : null;
    this.checkCrcs = checkCrcs;
  }

  /**
   * Whether the batch is hidden. The decision is made by batch header, so it holds for compressed
   * batches (B099).
   */
  boolean hides(byte[] bytes, int start, int end, long lastOffset) throws UnreadableException {
    short attributes = BigEndian.int16(bytes, start + BatchLayout.ATTRIBUTES);
    boolean control = (attributes & BatchLayout.CONTROL) != 0;
    boolean aborted = false;
    if (sweep != null) {
      long producerId = BigEndian.int64(bytes, start + BatchLayout.PRODUCER_ID);
      sweep.advance(lastOffset);
      aborted = (attributes & BatchLayout.TRANSACTIONAL) != 0 && sweep.aborted(producerId);
    }
    if (checkCrcs && (control || aborted)) {
      new Checksums().checkBatch(bytes, start, end);
    }
    if (control && sweep != null && isAbortMarker(bytes, start, end, attributes)) {
      sweep.abortMarker(BigEndian.int64(bytes, start + BatchLayout.PRODUCER_ID));
    }
    return control || aborted;
  }

  /**
   * Reads the type out of the single record's key. Newer versions of the key can only add fields
   * behind the type, so the version is not asked.
   */
  private static boolean isAbortMarker(byte[] bytes, int start, int end, short attributes)
      throws UnreadableException {
    if (BigEndian.int32(bytes, start + BatchLayout.RECORD_COUNT) == 0) {
      return false;
    }
    if ((attributes & BatchLayout.CODEC_MASK) != 0) {
      throw UnreadableException.malformed("a compressed control batch");
    }
    BatchReader reader = new BatchReader();
    reader.openPlain(bytes, start, end);
    RecordFields marker = new RecordFields();
    reader.step(marker);
    if (marker.keyLength < CONTROL_KEY_BYTES) {
      throw UnreadableException.malformed(
          "a control record whose key has " + marker.keyLength + " bytes, not 4");
    }
    return BigEndian.int16(bytes, marker.keyAt + 2) == ABORT;
  }
}
