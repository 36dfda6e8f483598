package io.toppar.app.engine;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The deadlines of few and of many toppars in the engine's wheel.
 *
 * <p>Deadlines lie at random within {@value #REACH_MILLIS} ms for the few and proportionally more
 * for the many, so that as many ring in a millisecond in either case.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DeadlinesBenchmark {

  static final int REACH_MILLIS = 20;

  /** About as many ring in a millisecond: the mean deadline is half the reach away. */
  private static final int RUNG_PER_MILLI = 1_000 * 2 / REACH_MILLIS;

  private static final int DRAWN = 1 << 16;

  /** How many have a deadline. */
  @Param({"1000", "100000"})
  public int toppars;

  private final long[] away = new long[DRAWN];
  private TimingWheel wheel = new TimingWheel(0);
  private Again[] alarms = {};
  private long now;
  private int drawn;
  private int moved;

  /** For JMH. */
  public DeadlinesBenchmark() {}

  private final class Again extends Alarm {
    @Override
    void ring(long nowNanos) {
      wheel.arm(this, nowNanos + nextAway());
    }
  }

  /** Arms every alarm. */
  @Setup
  public void arm() {
    SplittableRandom random = new SplittableRandom(1);
    long reach = REACH_MILLIS * TimingWheel.TICK_NANOS * toppars / 1_000;
    for (int i = 0; i < DRAWN; i++) {
      away[i] = 1 + random.nextLong(reach);
    }
    wheel = new TimingWheel(0);
    alarms = new Again[toppars];
    for (int i = 0; i < toppars; i++) {
      alarms[i] = new Again();
      wheel.arm(alarms[i], nextAway());
    }
    now = 0;
  }

  /** Moves the deadline of one. */
  @Benchmark
  public void move() {
    moved = moved + 1 == toppars ? 0 : moved + 1;
    wheel.arm(alarms[moved], now + nextAway());
  }

  /** A millisecond passes: what is due rings and is armed again. Per alarm that rings. */
  @Benchmark
  @OperationsPerInvocation(RUNG_PER_MILLI)
  public int ringAndArm() {
    now += TimingWheel.TICK_NANOS;
    return wheel.advance(now);
  }

  private long nextAway() {
    drawn = (drawn + 1) & (DRAWN - 1);
    return away[drawn];
  }
}
