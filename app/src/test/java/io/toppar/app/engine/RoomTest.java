package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for memory, with a thread of its own. */
@NullUnmarked
@Timeout(60)
class RoomTest {

  private static final long WAIT_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LONG_NANOS = Duration.ofMinutes(10).toNanos();

  private final SystemClock clock = new SystemClock();
  private final Room room = new Room();
  private final AtomicInteger tries = new AtomicInteger();

  /** How many may be served. */
  private final AtomicInteger places = new AtomicInteger();

  /** Who was served, and how, in that order. */
  private final List<String> served = new CopyOnWriteArrayList<>();

  private final ClientEngine engine =
      new ProduceEngine(
          new ProducerWishes().build(),
          new MemoryBrokerGateway(new MemoryCluster(clock, 1), clock),
          clock,
          new ThreadRunner("room", clock),
          null,
          end -> {},
          Runnable::run,
          Runnable::run);

  @Test
  void whoGivesBackWhatHisOwnFailedTryTookDoesNotTryAgainForThat() throws InterruptedException {
    SendOutcome outcome =
        room.await(
            () -> {
              tries.incrementAndGet();
              room.freed();
              return SendOutcome.NO_ROOM;
            },
            engine,
            clock.nanoTime() + WAIT_NANOS);

    assertThat(outcome).isEqualTo(SendOutcome.NO_ROOM);
    assertThat(tries)
        .as("at first, and when the time was over")
        .satisfies(it -> assertThat(it.get()).isBetween(2, 10));
  }

  @Test
  void whatOthersGiveBackIsTriedForAtOnce() throws InterruptedException {
    Thread other = new Thread(room::freed);
    SendOutcome outcome =
        room.await(
            () -> {
              if (tries.incrementAndGet() == 1) {
                other.start();
                return SendOutcome.NO_ROOM;
              }
              return SendOutcome.TAKEN;
            },
            engine,
            clock.nanoTime() + Duration.ofSeconds(50).toNanos());

    assertThat(outcome).isEqualTo(SendOutcome.TAKEN);
    assertThat(tries).satisfies(it -> assertThat(it.get()).isBetween(2, 10));
  }

  @Test
  void thoseWhoWaitAreServedInTheOrderOfAsking() throws InterruptedException {
    List<Thread> waiters = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      waiters.add(waiting("waiter " + i));
    }
    for (int i = 0; i < 5; i++) {
      places.incrementAndGet();
      room.freed();
      waiters.get(i).join();
      assertThat(served).hasSize(i + 1).last().isEqualTo("waiter " + i);
    }
    assertThat(room.isAwaited()).isFalse();
  }

  @Test
  void whoIsNextIsNotPassedBeforeHeHasWokenUp() throws InterruptedException {
    CountDownLatch looked = new CountDownLatch(1);
    Thread next = new Thread(() -> await("next", () -> servedOnce(looked)));
    SendOutcome outcome =
        room.await(
            () -> {
              next.start();
              settled(next);
              return SendOutcome.TAKEN;
            },
            engine,
            clock.nanoTime() + LONG_NANOS);

    assertThat(room.isAwaited()).as("the next has not had his turn").isTrue();
    looked.countDown();
    next.join();
    assertThat(outcome).isEqualTo(SendOutcome.TAKEN);
    assertThat(room.isAwaited()).isFalse();
  }

  private static SendOutcome servedOnce(CountDownLatch looked) {
    while (looked.getCount() > 0) {
      Thread.onSpinWait();
    }
    return SendOutcome.TAKEN;
  }

  @Test
  void whoIsInterruptedLeavesHisPlaceToTheOthers() throws InterruptedException {
    Thread first = waiting("first");
    Thread second = waiting("second");
    Thread third = waiting("third");
    second.interrupt();
    second.join();
    first.interrupt();
    first.join();
    assertThat(served).containsExactly("second interrupted", "first interrupted");
    assertThat(room.isAwaited()).isTrue();

    places.incrementAndGet();
    room.freed();
    third.join();
    assertThat(served).last().isEqualTo("third");
    assertThat(room.isAwaited()).isFalse();
  }

  @Test
  void whoHasNoTimeLeftTriesOnceAndBehindOthersNotAtAll() throws InterruptedException {
    assertThat(room.await(this::count, engine, clock.nanoTime())).isEqualTo(SendOutcome.NO_ROOM);
    assertThat(tries).hasValue(1);
    Thread before = waiting("before");
    assertThat(room.await(this::count, engine, clock.nanoTime())).isEqualTo(SendOutcome.NO_ROOM);
    assertThat(tries).hasValue(1);
    before.interrupt();
    before.join();
  }

  @Test
  void anAttemptThatThrowsLeavesItsPlace() throws InterruptedException {
    Thread thrower =
        new Thread(
            () ->
                await(
                    "thrower",
                    () -> {
                      throw new EngineException(ErrorCode.LOCAL_DESTROY, "planted");
                    }));
    thrower.start();
    thrower.join();
    assertThat(served).containsExactly("thrower: planted");
    assertThat(room.isAwaited()).isFalse();
  }

  private SendOutcome count() {
    tries.incrementAndGet();
    return SendOutcome.NO_ROOM;
  }

  /** A thread that waits for one of the {@link #places}. */
  private Thread waiting(String name) {
    Thread waiter = new Thread(() -> await(name, this::takePlace), name);
    waiter.start();
    settled(waiter);
    return waiter;
  }

  private SendOutcome takePlace() {
    int free = places.get();
    return free > 0 && places.compareAndSet(free, free - 1)
        ? SendOutcome.TAKEN
        : SendOutcome.NO_ROOM;
  }

  private void await(String name, Supplier<SendOutcome> attempt) {
    try {
      assertThat(room.await(attempt, engine, clock.nanoTime() + LONG_NANOS))
          .isEqualTo(SendOutcome.TAKEN);
      served.add(name);
    } catch (InterruptedException e) {
      served.add(name + " interrupted");
    } catch (EngineException e) {
      served.add(name + ": " + e.getMessage());
    }
  }

  private static void settled(Thread waiter) {
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
