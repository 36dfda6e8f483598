package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopparEffect.Join;
import io.toppar.domain.TopparEffect.Leave;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.Release;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import org.junit.jupiter.api.Test;

/** LEAVE and JOIN: on which lane a partition is, and the way from one to the next (M1-M5). */
final class DelegationTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void theFirstLeaderIsJoinedAtOnceForThereIsNobodyToLeave() {
    toppar.onLeader(LEADER, 0, f.now, f.effects);

    assertThat(f.effects.take()).containsExactly(new Join(toppar, LEADER));
    assertThat(toppar.brokerId()).isEqualTo(LEADER);
    assertThat(toppar.isMigrating()).isFalse();
  }

  @Test
  void anotherLeaderIsJoinedOnlyWhenTheOldOneHasBeenLeft() {
    f.activeAt(10);
    toppar.onLeader(2, 1, f.now, f.effects);
    assertThat(f.effects.take(Leave.class)).containsExactly(new Leave(toppar, LEADER));
    assertThat(toppar.brokerId()).as("it is still there").isEqualTo(LEADER);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.MIGRATING);
    f.effects.take();

    f.left(LEADER);

    assertThat(f.effects.take()).containsExactly(new Join(toppar, 2));
    assertThat(toppar.brokerId()).isEqualTo(2);
    assertThat(f.plans()).isTrue();
  }

  @Test
  void aMigrationInFlightIsSupersededAndOnlyTheLastTargetIsJoined() {
    f.activeAt(10);
    toppar.onLeader(2, 1, f.now, f.effects);
    toppar.onLeader(3, 2, f.now, f.effects);
    toppar.onLeader(4, 3, f.now, f.effects);
    assertThat(f.effects.take(Leave.class)).containsExactly(new Leave(toppar, LEADER));

    f.left(LEADER);

    assertThat(f.effects.take(Join.class)).containsExactly(new Join(toppar, 4));
  }

  @Test
  void aMigrationSupersededByItsOriginStillLeavesAndComesBack() {
    f.activeAt(10);
    toppar.onLeader(2, 1, f.now, f.effects);
    toppar.onLeader(LEADER, 2, f.now, f.effects);
    assertThat(f.effects.take(Leave.class)).hasSize(1);

    f.left(LEADER);

    assertThat(f.effects.take(Join.class)).containsExactly(new Join(toppar, LEADER));
    assertThat(toppar.isMigrating()).isFalse();
  }

  @Test
  void aPartitionWithoutLeaderGoesToTheInternalBrokerWhichNobodyHasToBeToldOf() {
    f.activeAt(10);
    toppar.onLeader(Toppar.NO_BROKER, -1, f.now, f.effects);
    f.effects.take();

    f.left(LEADER);

    assertThat(f.effects.take()).isEmpty();
    assertThat(toppar.brokerId()).isEqualTo(Toppar.NO_BROKER);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.NO_LEADER);
    toppar.onLeader(2, 1, f.now, f.effects);
    assertThat(f.effects.take(Join.class)).containsExactly(new Join(toppar, 2));
  }

  @Test
  void b063MetadataIsComparedWithTheBrokerItIsDelegatedTo() {
    f.activeAt(10);
    toppar.onLeader(2, 1, f.now, f.effects);
    f.left(LEADER);
    f.effects.take();

    toppar.onLeader(2, 1, f.now, f.effects);

    assertThat(f.effects.take()).as("there already").isEmpty();
  }

  @Test
  void recordsOfTheBrokerThatIsBeingLeftAreDroppedAndCounted() {
    f.activeAt(10);
    toppar.onLeader(2, -1, f.now, f.effects);
    f.effects.take();
    FakeBatches late = FakeBatches.of(10, 13);

    f.fetched(TopparFixture.records(late, 20));

    assertThat(f.effects.take()).containsExactly(new Release(toppar, late));
    assertThat(toppar.versionDrops()).isEqualTo(1);
    assertThat(toppar.fetchOffset()).isEqualTo(10);
  }

  @Test
  void b049AnOffsetWaitAsksTheNewLeaderAtOnceHoweverLongTheOldLaneTakes() {
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int old = f.effects.only(ListOffsets.class).request();
    toppar.onLeader(2, 1, f.now, f.effects);

    ListOffsets again = f.effects.only(ListOffsets.class);
    assertThat(again.brokerId()).isEqualTo(2);
    toppar.onOffsetResolved(old, 5, -1, f.now, f.effects);
    assertThat(toppar.state()).as("the old answer is void").isEqualTo(FetchState.OFFSET_WAIT);
    toppar.onOffsetResolved(again.request(), 7, -1, f.now, f.effects);
    assertThat(f.plans()).as("found, but not there yet").isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.MIGRATING);

    f.left(LEADER);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(7);
  }

  @Test
  void aMigrationWhileAnEpochIsValidatedAsksTheNewLeaderAndAStaleOneChangesNothing() {
    f.activeAt(10);
    f.fetched(TopparFixture.records(new FakeBatches(10, 20, 0, 10), 30));
    toppar.onLeader(LEADER, 2, f.now, f.effects);
    f.effects.take();

    toppar.onLeader(3, 1, f.now, f.effects);
    assertThat(f.effects.take()).as("stale (invariant 57)").isEmpty();
    toppar.onLeader(2, 2, f.now, f.effects);

    assertThat(f.effects.take(Leave.class)).as("equal is not stale (64)").hasSize(1);
    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    toppar.onLeader(2, 3, f.now, f.effects);
    assertThat(f.effects.only(ValidateEpoch.class).brokerId()).isEqualTo(2);
  }

  @Test
  void leavingWithoutHavingBeenAskedToIsImpossible() {
    f.activeAt(10);
    assertThatThrownBy(() -> f.left(LEADER))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("t[0]", "left broker 1");
    toppar.onLeader(2, 1, f.now, f.effects);
    assertThatThrownBy(() -> f.left(3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("1 and on its way to 2");
  }
}
