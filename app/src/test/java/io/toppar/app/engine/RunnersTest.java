package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.ports.Clock;
import io.toppar.testing.memory.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every runner with a thread behind it has to keep. */
class RunnersTest {

  private static final Clock CLOCK =
      new Clock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
          return System.currentTimeMillis();
        }
      };

  /** Counts its turns; says that it did something as long as it has credit. */
  private static final class CountingDuty implements Duty {
    final AtomicInteger turns = new AtomicInteger();
    final AtomicInteger credit = new AtomicInteger();
    final CountDownLatch first = new CountDownLatch(1);
    volatile CountDownLatch reached = new CountDownLatch(1);
    volatile CountDownLatch next = new CountDownLatch(1);
    volatile long deadline = Deadlines.NONE;
    volatile DutyRunner runner;

    CountingDuty(DutyRunner runner) {
      this.runner = runner;
    }

    @Override
    public int doWork() {
      turns.incrementAndGet();
      boolean more = credit.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
      if (Deadlines.reached(deadline, CLOCK.nanoTime())) {
        deadline = Deadlines.NONE;
        reached.countDown();
      }
      runner.runAt(deadline);
      first.countDown();
      next.countDown();
      return more ? 1 : 0;
    }

    @Override
    public long nextDeadline() {
      return deadline;
    }
  }

  static Stream<Arguments> runners() {
    return Stream.of(
        runner("thread", executor -> new ThreadRunner("duty", CLOCK)),
        runner("executor", executor -> new ExecutorRunner(executor, CLOCK)));
  }

  private static Arguments runner(
      String name, Function<ScheduledExecutorService, DutyRunner> maker) {
    return Arguments.of(name, maker);
  }

  /** Keeps what it is to run. */
  private static final class StalledExecutor extends ScheduledThreadPoolExecutor {
    final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    StalledExecutor() {
      super(1);
    }

    @Override
    public void execute(Runnable task) {
      tasks.addLast(task);
    }
  }

  /** An executor that reads sockets beside reads none while commands come without a pause. */
  @Test
  void workWithoutEndLeavesTheExecutorToOthersEveryMillisecond() {
    StalledExecutor executor = new StalledExecutor();
    ManualClock clock = new ManualClock();
    AtomicInteger turns = new AtomicInteger();
    DutyRunner runner = new ExecutorRunner(executor, clock);
    runner.start(
        new Duty() {
          @Override
          public int doWork() {
            clock.advance(Duration.ofNanos(300_000));
            return turns.incrementAndGet();
          }

          @Override
          public long nextDeadline() {
            return Deadlines.NONE;
          }
        });
    executor.tasks.removeFirst().run();

    assertThat(turns).hasValue(4);
    assertThat(executor.tasks).as("the rest comes later").hasSize(1);
    runner.stop();
    executor.shutdownNow();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runners")
  void runsAtTheStartAfterAWakeAndAtTheDeadlineAndThenNoMore(
      String name, Function<ScheduledExecutorService, DutyRunner> maker) throws Exception {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    try {
      DutyRunner runner = maker.apply(executor);
      CountingDuty duty = new CountingDuty(runner);
      runner.start(duty);
      assertThat(duty.first.await(30, TimeUnit.SECONDS)).isTrue();

      duty.next = new CountDownLatch(101);
      duty.credit.set(100);
      runner.wake();
      assertThat(duty.next.await(30, TimeUnit.SECONDS)).isTrue();

      for (int deadlines = 0; deadlines < 10; deadlines++) { // B212: each costs a turn or two
        duty.reached = new CountDownLatch(1);
        duty.deadline = CLOCK.nanoTime() + TimeUnit.MICROSECONDS.toNanos(300);
        runner.wake();
        assertThat(duty.reached.await(30, TimeUnit.SECONDS)).isTrue();
      }
      runner.stop();
      int turns = duty.turns.get();
      runner.wake();
      runner.stop();
      assertThat(duty.turns).hasValue(turns);
      assertThat(turns).as("no tight loop").isGreaterThan(110).isLessThan(140);
    } finally {
      executor.shutdownNow();
    }
  }
}
