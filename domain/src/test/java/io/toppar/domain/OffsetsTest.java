package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OffsetsTest {

  @Test
  void theConstantsAreLibrdkafkasSoThatFilesAndFingersNeedNotLearn() {
    assertThat(Offsets.BEGINNING).isEqualTo(-2);
    assertThat(Offsets.END).isEqualTo(-1);
    assertThat(Offsets.STORED).isEqualTo(-1000);
    assertThat(Offsets.INVALID).isEqualTo(-1001);
    assertThat(Offsets.tail(0)).isEqualTo(-2000);
    assertThat(Offsets.tail(5)).isEqualTo(-2005);
  }

  /** B071, B081. */
  @Test
  void minusOneIsTheEndAndZeroIsAPositionAndNeitherIsNone() {
    assertThat(Offsets.END).isNotEqualTo(Offsets.INVALID);
    assertThat(Offsets.isLogical(Offsets.END)).isTrue();
    assertThat(Offsets.isStart(Offsets.END)).isTrue();
    assertThat(Offsets.text(-1)).isEqualTo("END");
    assertThat(Offsets.isAbsolute(0)).isTrue();
    assertThat(Offsets.isLogical(0)).isFalse();
  }

  @Test
  void everyNegativeOffsetIsLogicalButOnlySomeAreAStart() {
    assertThat(Offsets.isLogical(-3)).isTrue();
    assertThat(Offsets.isStart(-3)).isFalse();
    assertThat(Offsets.isStart(-1002)).isFalse();
    assertThat(Offsets.isStart(Offsets.BEGINNING)).isTrue();
    assertThat(Offsets.isStart(Offsets.STORED)).isTrue();
    assertThat(Offsets.isStart(Offsets.INVALID)).isTrue();
    assertThat(Offsets.isStart(Offsets.tail(1))).isTrue();
    assertThat(Offsets.isStart(0)).isTrue();
  }

  @Test
  void aTailGivesItsCountBack() {
    assertThat(Offsets.isTail(Offsets.INVALID)).isFalse();
    assertThat(Offsets.isTail(-1999)).isFalse();
    for (long count : new long[] {0, 1, 200, Offsets.MAX_TAIL_COUNT}) {
      assertThat(Offsets.isTail(Offsets.tail(count))).isTrue();
      assertThat(Offsets.tailCount(Offsets.tail(count))).isEqualTo(count);
    }
    assertThatThrownBy(() -> Offsets.tail(-1)).hasMessageContaining("tail count -1");
    assertThatThrownBy(() -> Offsets.tail(Long.MAX_VALUE)).hasMessageContaining("not between");
    assertThatThrownBy(() -> Offsets.tailCount(7)).hasMessageContaining("7 is not a TAIL");
  }

  /** B067. */
  @Test
  void aTailLongerThanTheLogBeginsAtTheLogStart() {
    assertThat(Offsets.resolveTail(Offsets.tail(200), 0, 10)).isZero();
    assertThat(Offsets.resolveTail(Offsets.tail(200), 6, 10)).isEqualTo(6);
    assertThat(Offsets.resolveTail(Offsets.tail(200), Offsets.INVALID, 10)).isZero();
    assertThat(Offsets.resolveTail(Offsets.tail(Offsets.MAX_TAIL_COUNT), 0, 0)).isZero();
  }

  @Test
  void aTailWithinTheLogIsThatManyBeforeItsEnd() {
    assertThat(Offsets.resolveTail(Offsets.tail(3), 0, 10)).isEqualTo(7);
    assertThat(Offsets.resolveTail(Offsets.tail(0), 0, 10)).isEqualTo(10);
    assertThat(Offsets.resolveTail(Offsets.tail(0), 5, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> Offsets.resolveTail(Offsets.tail(3), 0, Offsets.END))
        .hasMessageContaining("END");
  }

  @Test
  void theNextOffsetIsOneMoreAndThereIsNoneAfterALogicalOrTheLast() {
    assertThat(Offsets.next(0)).isEqualTo(1);
    assertThat(Offsets.next(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> Offsets.next(Offsets.END)).hasMessageContaining("END");
    assertThatThrownBy(() -> Offsets.next(Long.MAX_VALUE)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void positionsCompareByEpochOnlyWhereBothAreKnown() {
    assertThat(Offsets.comparePositions(5, 2, 9, 1)).isPositive();
    assertThat(Offsets.comparePositions(5, 2, 9, 2)).isNegative();
    assertThat(Offsets.comparePositions(5, 2, 9, -1)).isNegative();
    assertThat(Offsets.comparePositions(5, -1, 5, 3)).isZero();
  }

  @Test
  void theTextNamesWhatItKnowsAndMarksTheRest() {
    assertThat(Offsets.text(42)).isEqualTo("42");
    assertThat(Offsets.text(Offsets.BEGINNING)).isEqualTo("BEGINNING");
    assertThat(Offsets.text(Offsets.STORED)).isEqualTo("STORED");
    assertThat(Offsets.text(Offsets.INVALID)).isEqualTo("INVALID");
    assertThat(Offsets.text(Offsets.tail(5))).isEqualTo("TAIL(5)");
    assertThat(Offsets.text(-3)).isEqualTo("-3?");
  }
}
