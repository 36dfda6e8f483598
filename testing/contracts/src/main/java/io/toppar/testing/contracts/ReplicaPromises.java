package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway promises about reading from replicas that do not lead (KIP-392). */
interface ReplicaPromises extends GatewayPromises {

  @Test
  default void aLeaderNamesTheReplicaInTheReadersRackAndSendsNothing() {
    TopicPartition words = newTopicInRacks();
    GatewayProbe probe = newProbe();
    append(words, "a");
    int leader = probe.leader(words);
    int other = otherBroker(leader);
    FetchNews.Part part = named(probe, words, leader, other);
    assertThat(part.told().error()).isEqualTo(ErrorCode.NONE);
    assertThat(part.records()).isEmpty();
  }

  @Test
  default void aLeaderServesReadersOfItsOwnRackAndOfNone() {
    TopicPartition words = newTopicInRacks();
    GatewayProbe probe = newProbe();
    append(words, "a");
    int leader = probe.leader(words);
    for (String rack : List.of("rack-" + leader, "rack-of-nobody", "")) {
      FetchNews.Part part = probe.fetch(leader).inRack(rack).from(words, 0).ask().of(words);
      assertThat(part.told().preferredReadReplica()).isEqualTo(-1);
      assertThat(part.texts()).containsExactly("a");
    }
  }

  @Test
  default void aFollowerIsReadLikeALeader() {
    TopicPartition words = newTopicInRacks();
    GatewayProbe probe = newProbe();
    append(words, "a", "b");
    int leader = probe.leader(words);
    int epoch = probe.partition(words).leaderEpoch();
    int other = otherBroker(leader);
    named(probe, words, leader, other);
    FetchNews.Part part = readByFollower(probe, words, other, epoch);
    assertThat(part.texts()).containsExactly("a", "b");
    assertThat(part.told().highWatermark()).isEqualTo(2);
    assertThat(part.told().preferredReadReplica()).isEqualTo(-1);
  }

  @Test
  default void aFollowerAnswersNoQuestionForOffsets() {
    TopicPartition words = newTopicInRacks();
    GatewayProbe probe = newProbe();
    int other = otherBroker(probe.leader(words));
    OffsetQuery latest = new OffsetQuery(words, -1, OffsetQuery.LATEST);
    assertThat(probe.offsets(other, IsolationLevel.READ_COMMITTED, latest).get(0).error())
        .isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
  }

  private TopicPartition newTopicInRacks() {
    needs(BrokerAbility.NEAR_REPLICAS);
    String topic = newTopicName();
    fixture().createTopicInRacks(topic);
    return new TopicPartition(topic, 0);
  }

  /** Asks the leader until it knows that the follower has the records, and names it. */
  private static FetchNews.Part named(
      GatewayProbe probe, TopicPartition words, int leader, int follower) {
    String rack = "rack-" + follower;
    FetchNews.Part part = probe.fetch(leader).inRack(rack).from(words, 0).ask().of(words);
    for (int i = 0; i < 100 && part.told().preferredReadReplica() < 0; i++) {
      part = probe.fetch(leader).inRack(rack).from(words, 0).ask().of(words);
    }
    assertThat(part.told().preferredReadReplica()).isEqualTo(follower);
    return part;
  }

  /** A follower has the records before it knows that they may be shown. */
  private static FetchNews.Part readByFollower(
      GatewayProbe probe, TopicPartition words, int follower, int epoch) {
    FetchNews.Part part =
        probe.fetch(follower).inRack("rack-" + follower).from(words, 0, epoch, -1).ask().of(words);
    for (int i = 0; i < 100 && part.records().isEmpty(); i++) {
      part =
          probe
              .fetch(follower)
              .inRack("rack-" + follower)
              .from(words, 0, epoch, -1)
              .ask()
              .of(words);
    }
    return part;
  }
}
