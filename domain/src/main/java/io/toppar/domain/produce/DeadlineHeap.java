package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to be looked at when, soonest first: setting and taking cost the logarithm of how many
 * wait. Confined to the owner's thread.
 *
 * @param <T> who waits
 */
final class DeadlineHeap<T> {

  /** An owner's deadline, of which it has one. */
  static final class Timer<T> {

    private static final int NOWHERE = -1;

    private final T owner;
    private long deadline = Deadlines.NONE;
    private int index = NOWHERE;

    Timer(T owner) {
      this.owner = owner;
    }
  }

  private final List<Timer<T>> heap = new ArrayList<>();

  /** The soonest deadline, or {@link Deadlines#NONE}. */
  long deadline() {
    return heap.isEmpty() ? Deadlines.NONE : heap.get(0).deadline;
  }

  /** Whose deadline has come, soonest first, taking it away; null if nobody's has. */
  @Nullable T due(long nowNanos) {
    if (!Deadlines.reached(deadline(), nowNanos)) {
      return null;
    }
    Timer<T> first = heap.get(0);
    set(first, Deadlines.NONE);
    return first.owner;
  }

  /** From now on this is the owner's deadline; {@link Deadlines#NONE} for none. */
  void set(Timer<T> timer, long deadline) {
    if (timer.deadline == deadline) {
      return;
    }
    timer.deadline = deadline;
    if (deadline == Deadlines.NONE) {
      remove(timer);
    } else {
      if (timer.index == Timer.NOWHERE) {
        timer.index = heap.size();
        heap.add(timer);
      }
      settle(timer);
    }
  }

  private void remove(Timer<T> timer) {
    int hole = timer.index;
    timer.index = Timer.NOWHERE;
    Timer<T> last = heap.remove(heap.size() - 1);
    if (last != timer) {
      put(last, hole);
      settle(last);
    }
  }

  /** Moves a timer to where it belongs. */
  private void settle(Timer<T> timer) {
    int at = timer.index;
    while (at > 0 && isEarlier(timer, heap.get((at - 1) / 2))) {
      put(heap.get((at - 1) / 2), at);
      at = (at - 1) / 2;
    }
    for (int child = earlierChild(at); child < heap.size(); child = earlierChild(at)) {
      if (!isEarlier(heap.get(child), timer)) {
        break;
      }
      put(heap.get(child), at);
      at = child;
    }
    put(timer, at);
  }

  private int earlierChild(int at) {
    int left = 2 * at + 1;
    int right = left + 1;
    return right < heap.size() && isEarlier(heap.get(right), heap.get(left)) ? right : left;
  }

  private void put(Timer<T> timer, int index) {
    heap.set(index, timer);
    timer.index = index;
  }

  private static boolean isEarlier(Timer<?> a, Timer<?> b) {
    return a.deadline - b.deadline < 0;
  }
}
