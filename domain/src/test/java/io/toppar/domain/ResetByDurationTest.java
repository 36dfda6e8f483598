package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.ListOffsetsByAge;
import io.toppar.domain.TopparEffect.PositionReset;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The reset policy that goes back by a duration (KIP-1106). */
class ResetByDurationTest {

  private static final ResetPolicy HOUR = ResetPolicy.byDuration(Duration.ofHours(1));

  private final TopparFixture f = new TopparFixture(HOUR);
  private final Toppar toppar = f.toppar;

  @Test
  void withoutAnOffsetReadingBeginsAtTheFirstRecordNotOlder() {
    f.led();
    toppar.start(Offsets.INVALID, -1, f.now, f.effects);
    ListOffsetsByAge asked = f.effects.only(ListOffsetsByAge.class);
    assertThat(asked.ageMillis()).isEqualTo(3_600_000);
    assertThat(asked.brokerId()).isEqualTo(TopparFixture.LEADER);

    toppar.onOffsetResolved(asked.request(), 40, 0, f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(toppar.fetchOffset()).isEqualTo(40);
    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(40);
  }

  @Test
  void whereNoRecordIsThatYoungReadingBeginsAtTheEnd() {
    f.led();
    toppar.start(Offsets.INVALID, -1, f.now, f.effects);
    int byAge = f.effects.only(ListOffsetsByAge.class).request();
    toppar.onOffsetResolved(byAge, -1, -1, f.now, f.effects);
    ListOffsets end = f.effects.only(ListOffsets.class);
    assertThat(end.timestamp()).isEqualTo(Offsets.END);

    toppar.onOffsetResolved(end.request(), 77, 0, f.now, f.effects);

    assertThat(toppar.fetchOffset()).isEqualTo(77);
  }

  @Test
  void anEndThatCannotBeToldIsAskedForAgain() {
    f.led();
    toppar.start(Offsets.INVALID, -1, f.now, f.effects);
    toppar.onOffsetResolved(
        f.effects.only(ListOffsetsByAge.class).request(), -1, -1, f.now, f.effects);
    toppar.onOffsetResolved(f.effects.only(ListOffsets.class).request(), -1, -1, f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_QUERY);
    f.pass(500);
    assertThat(f.effects.only(ListOffsets.class).timestamp()).isEqualTo(Offsets.END);
  }

  @Test
  void anAgeThatCouldNotBeLookedUpIsLookedUpAgain() {
    f.led();
    toppar.start(Offsets.INVALID, -1, f.now, f.effects);
    int first = f.effects.only(ListOffsetsByAge.class).request();
    toppar.onOffsetQueryFailed(first, ErrorCode.LOCAL_TIMED_OUT, "slow", f.now, f.effects);
    f.pass(500);

    assertThat(f.effects.only(ListOffsetsByAge.class).request()).isNotEqualTo(first);
    assertThat(f.effects.take(Failed.class)).isEmpty();
  }

  @Test
  void outOfRangeLooksAtTheBoundsFirstAndThenByAge() {
    f.activeAt(100);
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    f.effects.take();
    f.pass(100);
    resolve(50);
    resolve(10);
    ListOffsetsByAge asked = f.effects.only(ListOffsetsByAge.class);

    toppar.onOffsetResolved(asked.request(), 30, 0, f.now, f.effects);

    PositionReset reset = f.effects.only(PositionReset.class);
    assertThat(reset.from()).isEqualTo(100);
    assertThat(reset.to()).isEqualTo(30);
    assertThat(reset.reason()).contains("past the log end", "end 50");
  }

  @Test
  void anAgeMustNotBeNegativeNorBelongToAnotherPolicy() {
    assertThat(HOUR.kind()).isEqualTo(ResetPolicy.Kind.BY_DURATION);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResetPolicy.byDuration(Duration.ofMillis(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ResetPolicy(ResetPolicy.Kind.LATEST, 5));
  }

  private void resolve(long offset) {
    int request = f.effects.only(ListOffsets.class).request();
    toppar.onOffsetResolved(request, offset, 0, f.now, f.effects);
  }
}
