package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimingWheelTest {

  private static final long START = Long.MAX_VALUE - 5_000_000_000L;
  private static final long MILLI = 1_000_000;

  private final TimingWheel wheel = new TimingWheel(START);
  private final List<String> rung = new ArrayList<>();
  private long now = START;

  private final class Bell extends Alarm {
    final String name;
    long wanted;
    long rangAt;

    Bell(String name) {
      this.name = name;
    }

    @Override
    void ring(long nowNanos) {
      rung.add(name);
      rangAt = nowNanos;
    }
  }

  private Bell armed(String name, long delayNanos) {
    Bell bell = new Bell(name);
    bell.wanted = now + delayNanos;
    wheel.arm(bell, bell.wanted);
    return bell;
  }

  private void advance(long nanos) {
    now += nanos;
    wheel.advance(now);
  }

  @Test
  void ringsAtTheDeadlineAndNotBefore() {
    armed("a", 10 * MILLI);
    advance(10 * MILLI - 1);
    assertThat(rung).isEmpty();
    advance(1);
    assertThat(rung).containsExactly("a");
    advance(1_000 * MILLI);
    assertThat(rung).hasSize(1);
  }

  @Test
  void anAlarmForNowOrThePastRingsInTheNextTick() { // B219
    armed("now", 0);
    armed("past", -7 * MILLI);
    assertThat(wheel.nextDeadline() - now).isPositive().isLessThanOrEqualTo(MILLI);
    advance(MILLI);
    assertThat(rung).containsExactlyInAnyOrder("now", "past");
  }

  @Test
  void oneThatFailsKeepsNoOtherFromRinging() {
    armed("before", MILLI);
    Alarm faulty =
        new Alarm() {
          @Override
          void ring(long nowNanos) {
            throw new IllegalStateException("planted");
          }
        };
    wheel.arm(faulty, now + MILLI);
    armed("behind", MILLI);
    advance(MILLI);

    assertThat(rung).containsExactly("before", "behind");
    assertThat(faulty.isArmed()).isFalse();
  }

  @Test
  void theNextDeadlineIsRoundedUpSoThatNobodyIsWokenInVain() { // B212
    armed("a", 300_000);
    long wait = wheel.nextDeadline() - now;
    assertThat(wait).isEqualTo(MILLI);
    advance(wait);
    assertThat(rung).containsExactly("a");
  }

  @Test
  void armingAgainMovesAndNoneDisarms() {
    Bell bell = armed("a", 5 * MILLI);
    wheel.arm(bell, now + 50 * MILLI);
    advance(20 * MILLI);
    assertThat(rung).isEmpty();
    wheel.arm(bell, Deadlines.NONE);
    advance(100 * MILLI);
    assertThat(rung).isEmpty();
    assertThat(wheel.nextDeadline()).isEqualTo(Deadlines.NONE);
    assertThat(wheel.armed()).isZero();
  }

  @Test
  void anAlarmThatArmsItselfWhileItRingsDoesNotHoldTheWheel() {
    Alarm again =
        new Alarm() {
          @Override
          void ring(long nowNanos) {
            rung.add("again");
            wheel.arm(this, nowNanos);
          }
        };
    wheel.arm(again, now);
    advance(MILLI);
    assertThat(rung).hasSize(1);
    advance(MILLI);
    assertThat(rung).hasSize(2);
  }

  @Test
  void ringsLikeASortedListWhateverTheDelays() {
    for (long seed = 1; seed <= 50; seed++) {
      randomRound(new SplittableRandom(seed), "seed " + seed);
    }
  }

  private void randomRound(SplittableRandom random, String seed) {
    List<Bell> bells = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      long delay = (long) Math.pow(10, random.nextDouble(4, 14));
      Bell bell = armed("b" + i, delay);
      bells.add(bell);
      if (random.nextInt(4) == 0) {
        Bell moved = bells.get(random.nextInt(bells.size()));
        if (moved.isArmed()) {
          moved.wanted = now + (long) Math.pow(10, random.nextDouble(4, 12));
          wheel.arm(moved, moved.wanted);
        }
      }
      advance(random.nextLong(200 * MILLI));
    }
    while (wheel.armed() > 0) {
      long next = wheel.nextDeadline();
      assertThat(next - now).as(seed).isPositive();
      advance(next - now);
    }
    for (Bell bell : bells) {
      assertThat(bell.rangAt - bell.wanted).as(seed + " " + bell.name).isNotNegative();
    }
    for (Bell bell : bells) {
      // Late only by how far this test had advanced in one step.
      assertThat(bell.rangAt - bell.wanted).as(seed).isLessThanOrEqualTo(200 * MILLI + MILLI);
    }
  }
}
