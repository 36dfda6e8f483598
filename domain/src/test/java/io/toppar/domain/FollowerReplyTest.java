package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A Fetch was asked of a follower, and answered, before it became the leader: found by simulation.
 */
final class FollowerReplyTest {

  private static final int FOLLOWER = 2;

  private final TopparFixture f = new TopparFixture();
  private final FetchBudget budget = new FetchBudget(100_000);
  private final LaneConfig config = new LaneConfig(1, 500, 9_000, 1_000, "", 100, 100, () -> 0);
  private final BrokerLane lane = new BrokerLane(FOLLOWER, config);

  /** Read to 20 from the follower, and asked for more; then that one leads. */
  @BeforeEach
  void theFollowerBecomesTheLeaderWhileAFetchIsInFlight() {
    f.activeAt(10);
    f.fetched(TopparFixture.preferred(FOLLOWER, 30));
    f.left(TopparFixture.LEADER);
    lane.join(f.toppar, f.now);
    plan();
    lane.onFetched(
        List.of(TopparFixture.records(new FakeBatches(10, 20, 0, 10), 30)), f.now, f.effects);
    plan();
    f.toppar.onLeader(FOLLOWER, 1, f.now, f.effects);
    lane.fetchChanged(f.toppar);
  }

  private void validated() {
    int request = f.effects.only(ValidateEpoch.class).request();
    f.toppar.onEpochEnd(request, 0, 20, f.now, f.effects);
    lane.fetchChanged(f.toppar);
    f.effects.take();
  }

  @Test
  void thatItEndedEarlierAsAFollowerIsNoTruncation() {
    lane.onFetched(List.of(TopparFixture.diverging(0, 15)), f.now, f.effects);

    assertThat(f.effects.take(PositionReset.class)).isEmpty();
    assertThat(f.toppar.fetchOffset()).isEqualTo(20);
  }

  @Test
  void norIsItOnceTheNewLeaderHasSaidThatNothingIsLost() {
    validated();
    lane.onFetched(List.of(TopparFixture.diverging(0, 15)), f.now, f.effects);

    assertThat(f.effects.take(PositionReset.class)).isEmpty();
    FetchPartition again = plan().changed().get(0);
    assertThat(again.fetchOffset()).isEqualTo(20);
    assertThat(again.currentLeaderEpoch()).as("asked again, as a leader").isEqualTo(1);
  }

  @Test
  void whatItSaysAsTheLeaderCounts() {
    validated();
    lane.onFetched(List.of(), f.now, f.effects);
    plan();
    lane.onFetched(List.of(TopparFixture.diverging(0, 15)), f.now, f.effects);

    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(10);
  }

  @Test
  void withoutEpochsItIsAskedAgainNevertheless() {
    TopparFixture g = new TopparFixture();
    g.activeAt(10);
    g.fetched(TopparFixture.preferred(FOLLOWER, 30));
    g.left(TopparFixture.LEADER);
    BrokerLane other = new BrokerLane(FOLLOWER, config);
    other.join(g.toppar, g.now);
    assertThat(other.plan(g.now, budget, 1)).isNotNull();
    g.toppar.onLeader(FOLLOWER, -1, g.now, g.effects);
    other.fetchChanged(g.toppar);
    other.onFetched(List.of(), g.now, g.effects);

    LaneFetch again = other.plan(g.now, budget, 1);
    assertThat(again == null ? 0 : again.changed().size()).isEqualTo(1);
    g.effects.take();
    other.onFetched(
        List.of(TopparFixture.records(new FakeBatches(10, 20, -1, 10), 30)), g.now, g.effects);
    assertThat(g.effects.only(Deliver.class).batches().nextOffset()).isEqualTo(20);
  }

  private LaneFetch plan() {
    @Nullable LaneFetch fetch = lane.plan(f.now, budget, 1);
    if (fetch == null) {
      throw new AssertionError("nothing to send: " + lane.decision());
    }
    return fetch;
  }
}
