package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Deadlines on a clock that may wrap: {@code System.nanoTime()} begins anywhere. */
final class DeadlinesTest {

  private static final long BEFORE = Long.MAX_VALUE - 5;
  private static final long AFTER = Long.MIN_VALUE + 4; // ten later

  @Test
  void aDeadlineBehindTheWrapIsReachedThereAndNotBefore() {
    assertThat(Deadlines.reached(AFTER, BEFORE)).isFalse();
    assertThat(Deadlines.reached(AFTER, AFTER - 1)).isFalse();
    assertThat(Deadlines.reached(AFTER, AFTER)).isTrue();
    assertThat(Deadlines.reached(BEFORE, AFTER)).isTrue();
    assertThat(Deadlines.reached(Deadlines.NONE, AFTER)).isFalse();
  }

  @Test
  void theEarlierIsTheOneBeforeTheWrap() {
    assertThat(Deadlines.earlier(BEFORE, AFTER)).isEqualTo(BEFORE);
    assertThat(Deadlines.earlier(AFTER, BEFORE)).isEqualTo(BEFORE);
    assertThat(Deadlines.earlier(Deadlines.NONE, AFTER)).isEqualTo(AFTER);
    assertThat(Deadlines.earlier(AFTER, Deadlines.NONE)).isEqualTo(AFTER);
  }
}
