package io.toppar.netty.records;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/**
 * The aborted transactions that a Fetch reply names for one partition: producer and first offset.
 *
 * <p>Immutable. Some brokers send the list unsorted, so it is sorted here.
 */
public final class AbortedTransactions {

  /** No aborted transactions. */
  public static final AbortedTransactions NONE = new AbortedTransactions(new long[0], new long[0]);

  private final long[] producerIds;
  private final long[] firstOffsets;

  private AbortedTransactions(long[] producerIds, long[] firstOffsets) {
    this.producerIds = producerIds;
    this.firstOffsets = firstOffsets;
  }

  /** The transactions of two parallel arrays, in any order; the arrays are not kept. */
  public static AbortedTransactions of(long[] producerIds, long[] firstOffsets) {
    if (producerIds.length != firstOffsets.length) {
      throw new IllegalArgumentException(
          producerIds.length + " producer ids, but " + firstOffsets.length + " first offsets");
    }
    if (producerIds.length == 0) {
      return NONE;
    }
    Integer[] order = new Integer[producerIds.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> firstOffsets[i]));
    long[] ids = new long[order.length];
    long[] firsts = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      ids[i] = producerIds[order[i]];
      firsts[i] = firstOffsets[order[i]];
    }
    return new AbortedTransactions(ids, firsts);
  }

  boolean isEmpty() {
    return producerIds.length == 0;
  }

  Sweep sweep() {
    return new Sweep();
  }

  /** Which producers are inside an aborted transaction, as batches go by in offset order (F20). */
  final class Sweep {

    private final Set<Long> active = new HashSet<>();
    private int next;

    /** Takes in the transactions that begin at or before an offset. */
    void advance(long offset) {
      while (next < firstOffsets.length && firstOffsets[next] <= offset) {
        active.add(producerIds[next++]);
      }
    }

    boolean aborted(long producerId) {
      return active.contains(producerId);
    }

    /** An abort marker ends its producer's transaction; a commit marker ends nothing (B101). */
    void abortMarker(long producerId) {
      active.remove(producerId);
    }
  }
}
