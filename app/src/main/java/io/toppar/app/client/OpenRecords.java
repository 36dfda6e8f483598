package io.toppar.app.client;

import io.toppar.app.engine.Progress;
import java.util.Arrays;

/**
 * Which records of one batch were read and are not acknowledged. Confined to whoever guards it.
 *
 * <p>A bit for each record, and 20 bytes for each run of records whose offsets follow one another
 * and whose epoch is the same: one run in a usual batch, a run for each record at worst, where
 * compaction has left no two neighbours. What was acknowledged leaves no trace.
 */
final class OpenRecords {

  private final long end;
  private final int lastEpoch;
  private long[] runOffsets = new long[1];
  private int[] runPlaces = new int[1];
  private int[] runEpochs = new int[1];
  private int runs;
  private long[] bits = new long[1];
  private int places;
  private int open;

  /** Words before this have no bit. */
  private int firstWord;

  /** What lies before was read. */
  private long readTo;

  /**
   * Nothing of a batch was read yet.
   *
   * @param lastEpoch that of the last record before {@code end}
   */
  OpenRecords(long first, long end, int lastEpoch) {
    this.end = end;
    this.lastEpoch = lastEpoch;
    this.readTo = first;
  }

  /** A reader stands at a record; what was read before is not read anew. */
  void read(long offset, int epoch) {
    if (offset < readTo) {
      return;
    }
    if (runs == 0 || offset != readTo || runEpochs[runs - 1] != epoch) {
      beginRun(offset, epoch);
    }
    int word = places >> 6;
    if (word == bits.length) {
      bits = Arrays.copyOf(bits, 2 * word);
    }
    bits[word] |= 1L << places;
    places++;
    open++;
    readTo = offset + 1;
  }

  private void beginRun(long offset, int epoch) {
    if (runs == runOffsets.length) {
      runOffsets = Arrays.copyOf(runOffsets, 2 * runs);
      runPlaces = Arrays.copyOf(runPlaces, 2 * runs);
      runEpochs = Arrays.copyOf(runEpochs, 2 * runs);
    }
    runOffsets[runs] = offset;
    runPlaces[runs] = places;
    runEpochs[runs] = epoch;
    runs++;
  }

  /** There is nothing to be read before this offset any more. */
  void readTo(long offset) {
    readTo = Math.max(readTo, offset);
  }

  /** Whether this offset lies before what is still to be read. */
  boolean isRead(long offset) {
    return offset < readTo;
  }

  /** A record is finished; whether it was open. */
  boolean finish(long offset) {
    int place = place(offset);
    if (place < 0 || (bits[place >> 6] & 1L << place) == 0) {
      return false;
    }
    bits[place >> 6] &= ~(1L << place);
    open--;
    return true;
  }

  /** Every record before an offset is finished, those not read, too. */
  void finishTo(long offset) {
    readTo(offset);
    for (long next = lowest(); next < offset && open > 0; next = lowest()) {
      finish(next);
    }
  }

  /** How many are open. */
  int count() {
    return open;
  }

  /** What is finished, and whether that is all there is. */
  Progress progress() {
    long lowest = lowest();
    return new Progress(lowest, epochBefore(lowest), lowest == end);
  }

  /** The lowest offset that is open or was not read. */
  long lowest() {
    if (open == 0) {
      return readTo;
    }
    while (bits[firstWord] == 0) {
      firstWord++;
    }
    int place = (firstWord << 6) + Long.numberOfTrailingZeros(bits[firstWord]);
    int run = runOf(place);
    return runOffsets[run] + (place - runPlaces[run]);
  }

  /**
   * Only where it is known what lies right before: a marker in a hole may be of another epoch than
   * the record before it, and with that the position would look like one in a log that was cut.
   */
  private int epochBefore(long offset) {
    if (offset == end) {
      return lastEpoch;
    }
    int found = Arrays.binarySearch(runOffsets, 0, runs, offset);
    int before = found >= 0 ? found - 1 : -found - 2;
    if (before < 0) {
      return -1;
    }
    boolean adjacent = offset <= runOffsets[before] + (runEnd(before) - runPlaces[before]);
    boolean sameEpoch = found >= 0 && runEpochs[found] == runEpochs[before];
    return adjacent || sameEpoch ? runEpochs[before] : -1;
  }

  private int runEnd(int run) {
    return run + 1 < runs ? runPlaces[run + 1] : places;
  }

  private int runOf(int place) {
    int run = Arrays.binarySearch(runPlaces, 0, runs, place);
    return run >= 0 ? run : -run - 2;
  }

  /** The place of the record at this offset, or -1 if none was read there. */
  private int place(long offset) {
    int found = Arrays.binarySearch(runOffsets, 0, runs, offset);
    int run = found >= 0 ? found : -found - 2;
    if (run < 0) {
      return -1;
    }
    long place = runPlaces[run] + (offset - runOffsets[run]);
    return place < runEnd(run) ? (int) place : -1;
  }
}
