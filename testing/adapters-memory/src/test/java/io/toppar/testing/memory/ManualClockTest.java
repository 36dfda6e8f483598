package io.toppar.testing.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.ports.Clock;
import io.toppar.testing.contracts.ClockContract;
import io.toppar.testing.contracts.ClockFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ManualClockTest extends ClockContract {

  private final ManualClock clock = new ManualClock();

  @Override
  protected ClockFixture fixture() {
    return new ClockFixture() {
      @Override
      public Clock clock() {
        return clock;
      }

      @Override
      public void letPass(Duration time) {
        clock.advance(time);
      }
    };
  }

  @Test
  void standsStillUntilMoved() {
    long nanos = clock.nanoTime();
    long millis = clock.currentTimeMillis();
    assertThat(clock.nanoTime()).isEqualTo(nanos);
    assertThat(clock.currentTimeMillis()).isEqualTo(millis);
  }

  @Test
  void advancingMovesBothTimesByTheSame() {
    ManualClock moved = new ManualClock(5, 7);
    moved.advance(Duration.ofMillis(3));
    assertThat(moved.nanoTime()).isEqualTo(3_000_005);
    assertThat(moved.currentTimeMillis()).isEqualTo(10);
  }

  @Test
  void theTwoTimesMoveApart() {
    ManualClock moved = new ManualClock(5, 7);
    moved.advanceMonotonic(Duration.ofNanos(1));
    moved.jumpWall(Duration.ofMillis(-100));
    assertThat(moved.nanoTime()).isEqualTo(6);
    assertThat(moved.currentTimeMillis()).isEqualTo(-93);
  }

  @Test
  void monotonicTimeRefusesToGoBack() {
    assertThatThrownBy(() -> clock.advanceMonotonic(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("move the wall clock instead");
  }

  @Test
  void monotonicTimeMayPassTheGreatestLong() {
    ManualClock moved = new ManualClock(Long.MAX_VALUE, 0);
    long before = moved.nanoTime();
    moved.advance(Duration.ofNanos(10));
    assertThat(moved.nanoTime()).isNegative();
    assertThat(moved.nanoTime() - before).isEqualTo(10);
  }
}
