package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.Release;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Fetch was asked at a position that a forward reset has left: found by exploration. */
final class StaleReplyTest {

  private static final int LEADER = TopparFixture.LEADER;

  private final TopparFixture f = new TopparFixture().activeAt(0);
  private final FetchBudget budget = new FetchBudget(100_000);
  private final LaneConfig config = new LaneConfig(1, 500, 9_000, 1_000, "", 100, 100, () -> 0);
  private final BrokerLane lane = new BrokerLane(LEADER, config);

  /** Asked at 1; then the log turns out to begin at 2, and reading goes on there. */
  @BeforeEach
  void aForwardResetWhileAFetchIsInFlight() {
    lane.join(f.toppar, f.now);
    plan();
    lane.onFetched(List.of(TopparFixture.records(FakeBatches.of(0, 1), 6)), f.now, f.effects);
    plan();
    f.effects.take();
    f.toppar.onLeader(LEADER, 1, f.now, f.effects);
    f.toppar.onEpochEnd(f.effects.only(ValidateEpoch.class).request(), -1, -1, f.now, f.effects);
    f.pass(100);
    f.toppar.onOffsetResolved(f.effects.only(ListOffsets.class).request(), 2, -1, f.now, f.effects);
    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(2);
  }

  @Test
  void bringsNothingToTheApplication() {
    lane.onFetched(List.of(TopparFixture.records(FakeBatches.of(1, 3), 6)), f.now, f.effects);

    List<TopparEffect> effects = f.effects.take();
    assertThat(effects).noneMatch(Deliver.class::isInstance).anyMatch(Release.class::isInstance);
    assertThat(f.toppar.fetchOffset()).isEqualTo(2);
    assertThat(plan().changed()).extracting(FetchPartition::fetchOffset).containsExactly(2L);
  }

  @Test
  void thatIsOutOfRangeSaysNothingOfTheNewPosition() {
    lane.onFetched(List.of(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE)), f.now, f.effects);

    assertThat(f.toppar.state()).isEqualTo(FetchState.ACTIVE);
  }

  private LaneFetch plan() {
    @Nullable LaneFetch fetch = lane.plan(f.now, budget, 1);
    if (fetch == null) {
      throw new AssertionError("nothing to send: " + lane.decision());
    }
    return fetch;
  }
}
