package io.toppar.testing.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.contracts.FetchNews;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Followers that are near, lag, or are named and should not be. */
final class FollowerTest {

  private static final TopicPartition F0 = new TopicPartition("f", 0);
  private static final String NEAR_2 = "near-2";

  private final MemoryRig rig = new MemoryRig();
  private final MemoryCluster cluster = rig.cluster;

  @BeforeEach
  void threeReplicasLedByTheFirst() {
    cluster.createTopic("f", 1, TopicSettings.DEFAULTS.withReplicas(3));
    cluster.rack(2, NEAR_2);
    cluster.append(F0, MemoryRig.values("0"));
    cluster.append(F0, MemoryRig.values("1"));
    cluster.append(F0, MemoryRig.values("2"));
    rig.probe.metadata();
    assertThat(cluster.leader(F0)).isEqualTo(1);
  }

  @AfterEach
  void nothingIsHeld() {
    rig.close();
  }

  @Test
  void aFollowerShowsWhatIsBelowItsHighWatermark() {
    cluster.holdBack(F0, 2, 3, 2);

    FetchNews.Part part = fetch(2, 0);

    assertThat(part.texts()).containsExactly("0", "1");
    assertThat(part.told().highWatermark()).isEqualTo(2);
  }

  @Test
  void aPositionPastTheFollowersLogIsOutOfRangeThereAndNotAtTheLeader() {
    cluster.holdBack(F0, 2, 2, 1);

    FetchNews.Part part = fetch(2, 3);

    assertThat(part.told().error()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    assertThat(part.told().highWatermark()).isEqualTo(1);
    assertThat(fetch(1, 3).told().error()).isEqualTo(ErrorCode.NONE);
    cluster.catchUp(F0, 2);
    assertThat(fetch(2, 3).told().error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void aLeaderNamesNoFollowerThatHasNotWhatIsAskedFor() {
    cluster.holdBack(F0, 2, 2, 2);

    assertThat(fetch(1, 3).told().preferredReadReplica()).isEqualTo(-1);
    assertThat(fetch(1, 2).told().preferredReadReplica()).isEqualTo(2);
    cluster.stop(2);
    assertThat(fetch(1, 2).told().preferredReadReplica()).as("it does not run").isEqualTo(-1);
  }

  @Test
  void aLeaderCanBeMadeToNameAnyReplica() {
    cluster.preferReplica(F0, 99);
    assertThat(fetch(1, 0).told().preferredReadReplica()).isEqualTo(99);
    cluster.preferReplica(F0, null);
    assertThat(fetch(1, 0).told().preferredReadReplica()).isEqualTo(2);
  }

  @Test
  void aFollowerThatBecomesTheLeaderLagsNoMore() {
    cluster.holdBack(F0, 2, 1, 1);
    cluster.moveLeader(F0, 2);

    assertThat(fetch(2, 0).texts()).containsExactly("0", "1", "2");
  }

  @Test
  void aBrokerWithoutAReplicaIsNoFollower() {
    cluster.createTopic("single", 1);
    TopicPartition single = new TopicPartition("single", 0);
    rig.probe.metadata();

    FetchNews.Part part = rig.probe.fetch(2).from(single, 0).ask().of(single);

    assertThat(part.told().error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    assertThat(part.told().leaderHintId()).isEqualTo(1);
  }

  private FetchNews.Part fetch(int broker, long offset) {
    return rig.probe.fetch(broker).inRack(NEAR_2).from(F0, offset).ask().of(F0);
  }
}
