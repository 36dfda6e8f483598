package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
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
  void severalThreadsTakeExactlyWhatThereIsAndGiveAllOfItBack() throws Exception {
    int limit = 2_000_000;
    BufferMemory large = new BufferMemory(limit, told::incrementAndGet);
    assertThat(fourTimes(() -> takeAll(large))).isEqualTo(limit);
    assertThat(large.usedBytes()).isEqualTo(limit);
    int each = limit / 4;
    assertThat(fourTimes(() -> giveBack(large, each))).isEqualTo(limit);
    assertThat(large.usedBytes()).isZero();
    assertThat(told).hasValue(limit);
  }

  private static int takeAll(BufferMemory from) {
    int taken = 0;
    while (from.tryTake(1)) {
      taken++;
    }
    return taken;
  }

  private static int giveBack(BufferMemory to, int bytes) {
    for (int i = 0; i < bytes; i++) {
      to.giveBack(1);
    }
    return bytes;
  }

  /** Runs the work on four threads at once; the sum of what they return. */
  private static int fourTimes(Callable<Integer> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    int sum = 0;
    for (Future<Integer> one : pool.invokeAll(Collections.nCopies(4, work))) {
      sum += one.get();
    }
    pool.shutdown();
    return sum;
  }
}
