package io.toppar.netty.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.toppar.ports.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Appointments and waits by the injected clock. */
final class TimersTest {

  private final ManualTime time = new ManualTime();
  private final Loop loop = new Loop();
  private final List<String> ran = new ArrayList<>();

  /** A clock that stands still; its wall must not be looked at (B215). */
  private static final class ManualTime implements Clock {
    long nanos = Long.MAX_VALUE - 500;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public long currentTimeMillis() {
      throw new AssertionError("deadlines never follow the wall clock");
    }
  }

  /** A loop that remembers what waits it was asked for, and in a test's time never wakes up. */
  private static final class Loop extends ScheduledThreadPoolExecutor {
    final List<Long> waitsNanos = new ArrayList<>();

    Loop() {
      super(1);
      setRemoveOnCancelPolicy(true);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      waitsNanos.add(unit.toNanos(delay));
      return super.schedule(task, 1, TimeUnit.DAYS);
    }
  }

  @AfterEach
  void stop() {
    loop.shutdownNow();
  }

  /** B212. */
  @Test
  void less_than_a_millisecond_is_waited_for_as_one() {
    Timers timers = new Timers(time, loop);
    timers.at(time.nanos + 300_000, () -> ran.add("due"));
    assertThat(loop.waitsNanos).containsExactly(1_000_000L);
  }

  /** B215: the monotonic clock wraps in this test, and the wall clock throws. */
  @Test
  void appointments_run_in_order_once_the_clock_has_reached_them() {
    Timers timers = new Timers(time, loop);
    timers.at(time.nanos + 2_000, () -> ran.add("second"));
    timers.at(time.nanos + 1_000, () -> ran.add("first"));
    timers.at(time.nanos + 2_000, () -> ran.add("third"));
    Timer off = timers.at(time.nanos + 1_500, () -> ran.add("called off"));
    timers.at(time.nanos + 60_000_000_000L, () -> ran.add("later"));
    off.cancel();
    timers.runDue();
    assertThat(ran).isEmpty();
    time.nanos += 2_000;
    timers.runDue();
    assertThat(ran).containsExactly("first", "second", "third");
  }

  @Test
  void one_wake_up_is_armed_for_the_earliest() {
    Timers timers = new Timers(time, loop);
    timers.at(time.nanos + 50_000_000_000L, () -> ran.add("far"));
    timers.at(time.nanos + 20_000_000_000L, () -> ran.add("near"));
    timers.at(time.nanos + 30_000_000_000L, () -> ran.add("middle"));
    assertThat(loop.getQueue()).hasSize(1);
    assertThat(loop.waitsNanos).containsExactly(50_000_000_000L, 20_000_000_000L);
    timers.clear();
    assertThat(loop.getQueue()).isEmpty();
  }

  @Test
  void an_event_loop_of_netty_serves() {
    EmbeddedChannel channel = new EmbeddedChannel();
    ScheduledExecutorService netty = channel.eventLoop();
    Timers timers = new Timers(time, netty);
    timers.after(5, () -> ran.add("due"));
    time.nanos += 5_000_000;
    channel.advanceTimeBy(5, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(ran).containsExactly("due");
  }

  @Test
  void waits_double_with_a_fifth_of_chance_up_to_the_limit() {
    Backoff backoff = new Backoff(100, 1_000, new SplittableRandom(7));
    long[] plain = {100, 200, 400, 800, 1000, 1000};
    for (long wait : plain) {
      assertThat(backoff.nextMillis()).isBetween(wait * 4 / 5, Math.min(1_000, wait * 6 / 5));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.nextMillis()).isBetween(800L, 1_000L);
    }
    backoff.reset();
    assertThat(backoff.nextMillis()).isBetween(80L, 120L);
  }

  @Test
  void a_throttle_becomes_longer_only_by_what_is_new_and_never_endless() {
    Throttle throttle = new Throttle();
    assertThat(throttle.prolong(100, 0)).isEqualTo(100_000_000);
    assertThat(throttle.prolong(50, 20_000_000)).isZero();
    assertThat(throttle.prolong(100, 20_000_000)).isEqualTo(20_000_000);
    assertThat(throttle.remainingNanos(120_000_000)).isZero();
    assertThat(throttle.prolong(Integer.MAX_VALUE, 120_000_000)).isEqualTo(300_000_000_000L);
  }
}
