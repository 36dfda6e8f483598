package io.toppar.domain;

import static io.toppar.domain.CommitFixture.CONFIG;
import static io.toppar.domain.CommitFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CoordinatorLookupTest {

  private static final ErrorCode GONE = ErrorCode.LOCAL_TRANSPORT;

  private final CoordinatorLookup lookup = new CoordinatorLookup(CONFIG, new SplittableRandom(3));
  private long now = Long.MAX_VALUE - 1_000 * MILLI;

  @Test
  void itIsAskedForOnceAtATimeAndNotBeforeSomebodyNeedsIt() {
    assertThat(lookup.deadline()).isEqualTo(Deadlines.NONE);
    assertThat(lookup.ready(now)).isEqualTo(CoordinatorLookup.NOBODY);
    assertThat(lookup.plan(now)).isTrue();
    assertThat(lookup.plan(now)).isFalse();
    lookup.onFound(3, now);
    assertThat(lookup.ready(now)).isEqualTo(3);
    assertThat(lookup.plan(now)).isFalse();
  }

  @Test
  void failuresInARowWaitLongerEachTimeUntilARequestIsServed() {
    long[] expected = {100, 200, 400, 800, 1_000, 1_000};
    for (long millis : expected) {
      assertThat(lookup.plan(now)).isTrue();
      lookup.onFailed(ErrorCode.COORDINATOR_NOT_AVAILABLE, "none", now);
      assertWaits(millis);
    }
    lookup.plan(now);
    lookup.onFound(3, now);
    lookup.onServed(3);
    lookup.onLost(3, GONE, "gone", now);
    assertWaits(100);
  }

  @Test
  void aCoordinatorThatIsFoundAndLostOverAndOverIsAskedForLessAndLess() {
    long[] expected = {100, 200, 400};
    for (long millis : expected) {
      assertThat(lookup.plan(now)).isTrue();
      lookup.onFound(3, now);
      lookup.onLost(3, ErrorCode.NOT_COORDINATOR, "none", now);
      assertThat(lookup.ready(now)).isEqualTo(CoordinatorLookup.NOBODY);
      assertWaits(millis);
    }
  }

  @Test
  void whatAnEarlierCoordinatorSaysDoesNotForgetTheNextOne() {
    lookup.plan(now);
    lookup.onFound(3, now);
    lookup.onLost(3, GONE, "gone", now);
    now = lookup.deadline();
    lookup.plan(now);
    lookup.onFound(4, now);
    lookup.onLost(3, GONE, "gone", now);
    lookup.onBusy(3, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loading", now);
    assertThat(lookup.ready(now)).isEqualTo(4);
  }

  @Test
  void aCoordinatorThatLoadsIsKeptAndNotAskedForAMoment() {
    lookup.plan(now);
    lookup.onFound(3, now);
    lookup.onBusy(3, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loading", now);
    assertThat(lookup.brokerId()).isEqualTo(3);
    assertThat(lookup.ready(now)).isEqualTo(CoordinatorLookup.NOBODY);
    assertThat(lookup.trouble()).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
    now = lookup.deadline();
    assertThat(lookup.ready(now)).isEqualTo(3);
    lookup.onServed(3);
    assertThat(lookup.trouble()).isEqualTo(ErrorCode.NONE);
    assertThat(lookup.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void anAnswerThatNobodyAskedForIsABug() {
    assertThatThrownBy(() -> lookup.onFound(1, now)).isInstanceOf(IllegalStateException.class);
  }

  private void assertWaits(long millis) {
    assertThat(lookup.plan(now)).isFalse();
    assertThat(lookup.deadline() - now)
        .isBetween(millis * MILLI * 8 / 10, Math.min(millis * 12 / 10, 1_000) * MILLI);
    now = lookup.deadline();
  }
}
