package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One account of bytes. */
class BufferMemoryTest {

  private final AtomicInteger told = new AtomicInteger();
  private final BufferMemory memory = new BufferMemory(100, told::incrementAndGet);

  @Test
  void itIsTakenToTheLastByteAndNoFurther() {
    assertThat(memory.tryTake(60)).isTrue();
    assertThat(memory.tryTake(41)).isFalse();
    assertThat(memory.usedBytes()).as("a try in vain takes nothing").isEqualTo(60);
    assertThat(memory.tryTake(40)).isTrue();
    assertThat(memory.usedBytes()).isEqualTo(100);
    assertThat(memory.tryTake(1)).isFalse();
    assertThat(memory.tryTake(0)).isTrue();
  }

  @Test
  void thereIsRoomForWhatCouldBeTaken() {
    memory.take(60);
    assertThat(memory.hasRoom(40)).isTrue();
    assertThat(memory.hasRoom(41)).isFalse();
    assertThat(memory.hasRoom(Long.MAX_VALUE / 2)).isFalse();
  }

  @Test
  void whatMustBeTakenOverdrawsItAndNobodyElseGetsAnyUntilThatIsBack() {
    memory.take(150);
    assertThat(memory.usedBytes()).isEqualTo(150);
    assertThat(memory.tryTake(1)).isFalse();
    memory.giveBack(50);
    assertThat(memory.tryTake(1)).isFalse();
    memory.giveBack(1);
    assertThat(memory.tryTake(1)).isTrue();
  }

  @Test
  void whoeverWaitsIsToldOfEveryByteThatComesBackAndOfNothingElse() {
    assertThat(memory.tryTake(50)).isTrue();
    memory.take(10);
    memory.giveBack(0);
    assertThat(told).hasValue(0);
    memory.giveBack(20);
    memory.giveBack(40);
    assertThat(told).hasValue(2);
    assertThat(memory.usedBytes()).isZero();
    memory.lookAgain();
    assertThat(told).as("unless he is to look for another reason").hasValue(3);
  }

  @Test
  void severalThreadsNeverTakeMoreThanThereIsAndLoseNothing() throws Exception {
    int threads = 4;
    AtomicInteger held = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Callable<Integer> work =
        () -> {
          int taken = 0;
          while (taken < 20_000) {
            if (memory.tryTake(30)) {
              most.accumulateAndGet(held.addAndGet(30), Math::max);
              held.addAndGet(-30);
              memory.giveBack(30);
              taken++;
            }
          }
          return taken;
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(pool.submit(work));
    }
    for (Future<Integer> one : all) {
      assertThat(one.get()).isEqualTo(20_000);
    }
    pool.shutdown();
    assertThat(most.get()).isBetween(30, 90);
    assertThat(memory.usedBytes()).isZero();
    assertThat(told).hasValue(threads * 20_000);
  }
}
