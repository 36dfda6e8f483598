package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DeadlineHeapTest {

  private static final long BASE = Long.MAX_VALUE - 500;

  @Test
  void whoeverIsDueComesSoonestFirstAndOnce() {
    SplittableRandom random = new SplittableRandom(3);
    DeadlineHeap<Integer> heap = new DeadlineHeap<>();
    List<DeadlineHeap.Timer<Integer>> timers = new ArrayList<>();
    long[] deadlines = new long[50];
    for (int i = 0; i < deadlines.length; i++) {
      timers.add(new DeadlineHeap.Timer<>(i));
      deadlines[i] = Deadlines.NONE;
    }
    for (int step = 0; step < 20_000; step++) {
      int one = random.nextInt(deadlines.length);
      deadlines[one] = random.nextInt(4) == 0 ? Deadlines.NONE : BASE + random.nextInt(1_000);
      heap.set(timers.get(one), deadlines[one]);
      if (step % 7 == 0) {
        takeDue(heap, deadlines, BASE + random.nextInt(1_000));
      }
      assertThat(heap.deadline()).isEqualTo(soonest(deadlines));
    }
  }

  private static void takeDue(DeadlineHeap<Integer> heap, long[] deadlines, long now) {
    for (Integer due = heap.due(now); due != null; due = heap.due(now)) {
      assertThat(deadlines[due]).isEqualTo(soonest(deadlines));
      assertThat(Deadlines.reached(deadlines[due], now)).isTrue();
      deadlines[due] = Deadlines.NONE;
    }
    assertThat(Deadlines.reached(soonest(deadlines), now)).isFalse();
  }

  private static long soonest(long[] deadlines) {
    long soonest = Deadlines.NONE;
    for (long deadline : deadlines) {
      soonest = Deadlines.earlier(soonest, deadline);
    }
    return soonest;
  }
}
