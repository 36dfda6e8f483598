package io.toppar.app.engine;

import io.toppar.ports.BatchMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Whom the messages of one batch are reported to, by their place in the batch. Costs nothing while
 * nobody is. Guarded like the batch that it belongs to.
 *
 * <p>What waits for its report is memory, too: a place is charged with {@link #BYTES} until the
 * report has been taken, so that reports which nobody takes end in back-pressure (B184).
 */
final class Receipts {

  /** What one place is charged with, of the application's own object as well. */
  static final int BYTES = 64;

  private static final int FIRST = 4;
  private static final @Nullable Object[] NONE = {};

  private @Nullable Object[] receipts = NONE;

  /** One place, which is charged elsewhere. */
  static Receipts ofOne(@Nullable Object receipt) {
    Receipts one = new Receipts();
    if (receipt != null) {
      one.receipts = new Object[] {receipt};
    }
    return one;
  }

  /** Whether a place can be filled without more memory. */
  boolean hasPlace(int index) {
    return index < receipts.length;
  }

  /** Makes sure that a place can be filled; false if there is no memory for it. */
  boolean reserve(int index, BatchMemory memory) {
    if (hasPlace(index)) {
      return true;
    }
    int length = Math.max(FIRST, Math.max(index + 1, 2 * receipts.length));
    if (!memory.tryTake(BYTES * (length - receipts.length))) {
      return false;
    }
    receipts = Arrays.copyOf(receipts, length);
    return true;
  }

  void set(int index, Object receipt) {
    receipts[index] = receipt;
  }

  /** Who is told of the message at this place, or null. */
  @Nullable Object at(int index) {
    return index < receipts.length ? receipts[index] : null;
  }

  boolean areNone() {
    return receipts.length == 0;
  }

  /** The places from {@code from} on, for a part of the batch; charged anew. */
  Receipts part(int from, int count, BatchMemory memory) {
    Receipts part = new Receipts();
    if (from < receipts.length) {
      part.receipts = Arrays.copyOfRange(receipts, from, Math.min(from + count, receipts.length));
      memory.take(part.heldBytes());
    }
    return part;
  }

  /** Memory held. */
  int heldBytes() {
    return BYTES * receipts.length;
  }
}
