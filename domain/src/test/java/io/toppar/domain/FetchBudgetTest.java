package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class FetchBudgetTest {

  private final FetchBudget budget = new FetchBudget(1_000);

  @Test
  void grantsWhatIsWantedThenWhatIsLeftThenNothing() {
    assertThat(budget.reserve(100, 700)).isEqualTo(700);
    assertThat(budget.reserve(100, 700)).isEqualTo(300);
    assertThat(budget.reserve(100, 700)).isZero();
    assertThat(budget.available()).isZero();
  }

  @Test
  void theLeastIsGrantedBeyondTheLimitOnlyWhenNothingIsInUse() {
    assertThat(budget.reserve(5_000, 5_000)).isEqualTo(5_000);
    assertThat(budget.reserve(5_000, 5_000)).as("one at a time").isZero();
    assertThat(budget.release(5_000)).isTrue();
    assertThat(budget.reserve(5_000, 5_000)).isEqualTo(5_000);
  }

  @Test
  void aSettledReservationIsWhatTheReplyOccupiesEvenIfThatIsMore() {
    budget.reserve(100, 500);
    assertThat(budget.settle(500, 900)).isFalse();
    assertThat(budget.usedBytes()).isEqualTo(900);
    budget.settle(budget.reserve(100, 500), 0);
    assertThat(budget.usedBytes()).isEqualTo(900);
  }

  @Test
  void aRefusedSettlementLeavesTheBudgetAsItWas() {
    budget.reserve(10, 10);

    assertThatThrownBy(() -> budget.settle(1_000, 0)).isInstanceOf(IllegalStateException.class);

    assertThat(budget.usedBytes()).isEqualTo(10);
  }

  @Test
  void whoeverFoundNoRoomIsToldOnceThereIsEnough() {
    budget.reserve(100, 1_000);
    assertThat(budget.reserve(300, 500)).isZero();
    assertThat(budget.release(200)).as("200 are not 300").isFalse();
    assertThat(budget.release(100)).isTrue();
    assertThat(budget.release(100)).as("nobody waits any more").isFalse();
  }

  @Test
  void moreGivenBackThanLentIsABug() {
    assertThatThrownBy(() -> budget.release(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new FetchBudget(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
