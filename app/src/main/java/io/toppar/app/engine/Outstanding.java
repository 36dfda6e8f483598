package io.toppar.app.engine;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What was delivered of one partition and is not finished, oldest first: only what has nothing
 * unfinished before it may be stored. The duty thread only.
 *
 * <p>A rewind voids what comes again. What lies before the new position does not come again: it
 * holds back what is stored behind it until it is finished, although its own acknowledgement stores
 * nothing any more. A new start voids everything (B153).
 */
final class Outstanding {

  private final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();
  private int version;
  private long waitingRecords;

  /** It goes to the hand-over now. */
  void delivered(Delivery delivery) {
    delivery.outstanding = true;
    deliveries.addLast(delivery);
  }

  /** Whether it is the oldest. */
  boolean isFirst(Delivery delivery) {
    return deliveries.peekFirst() == delivery;
  }

  /**
   * Its memory has been given back: from now on nothing but a count bounds how many of its kind
   * wait, be it for their acknowledgement or behind one that does.
   */
  void givenBack(Delivery delivery) {
    if (delivery.outstanding && delivery.handedOver && !delivery.counted) {
      delivery.counted = true;
      waitingRecords += delivery.batches().recordCount();
    }
  }

  /** Records that were given back, and are not finished or lie behind some that are not. */
  long waitingRecords() {
    return waitingRecords;
  }

  /** Where the oldest begins, or -1 if there is none. */
  long firstOffset() {
    Delivery first = deliveries.peekFirst();
    return first == null ? -1 : first.readUpTo;
  }

  /**
   * The present version, and where the application is in it: under a new one what lies from there
   * on comes again.
   */
  void at(int presentVersion, long position) {
    if (version == presentVersion || position < 0) {
      return;
    }
    version = presentVersion;
    Iterator<Delivery> each = deliveries.iterator();
    while (each.hasNext()) {
      Delivery delivery = each.next();
      if (delivery.version() != presentVersion) {
        delivery.comesAgainFrom = Math.min(delivery.comesAgainFrom, position);
        if (delivery.isOver()) {
          each.remove();
          letGo(delivery);
        }
      }
    }
  }

  /** Reading begins anew: nothing of before counts. */
  void clear() {
    deliveries.forEach(this::letGo);
    deliveries.clear();
  }

  /**
   * Takes off the front what is over.
   *
   * @return of what can be stored now the last, or null if there is nothing new
   */
  @Nullable Delivery storable() {
    Delivery last = null;
    Delivery first = deliveries.peekFirst();
    while (first != null && first.isOver()) {
      deliveries.removeFirst();
      letGo(first);
      last = first.hasNews() ? first : last;
      first = deliveries.peekFirst();
    }
    return first != null && first.acknowledged && first.hasNews() ? first : last;
  }

  private void letGo(Delivery delivery) {
    delivery.outstanding = false;
    if (delivery.counted) {
      delivery.counted = false;
      waitingRecords -= delivery.batches().recordCount();
    }
  }
}
