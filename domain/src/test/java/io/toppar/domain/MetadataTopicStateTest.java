package io.toppar.domain;

import static io.toppar.domain.MetadataFixture.failed;
import static io.toppar.domain.MetadataFixture.led;
import static io.toppar.domain.MetadataFixture.topic;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a topic is as a whole (M12), and who waits for partitions it does not have (M15). */
final class MetadataTopicStateTest {

  private final MetadataFixture f = new MetadataFixture();

  private void refreshed(TopicMetadata answer) {
    f.pass(1_000);
    f.cache.refresh("t", RefreshReason.REQUESTED, f.now);
    f.ask(answer);
  }

  @Test
  void aTopicExistsVanishesAfterTheGraceTimeAndReturns() {
    f.known("t", led(0, 1, 5));
    assertThat(f.states).containsExactly("t EXISTS");
    refreshed(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.cache.topicState("t")).as("held back").isEqualTo(TopicState.EXISTS);
    f.pass(30_000);
    refreshed(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.cache.topicState("t")).isEqualTo(TopicState.NOT_EXISTS);
    refreshed(topic("t", led(0, 1, 6)));

    assertThat(f.states).containsExactly("t EXISTS", "t NOT_EXISTS", "t EXISTS");
  }

  @Test
  void onlyADeniedTopicIsInErrorAndItRecovers() {
    f.known("t", led(0, 1, 5));
    refreshed(failed("t", ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    refreshed(failed("t", ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    refreshed(topic("t", led(0, 1, 5)));
    refreshed(failed("t", ErrorCode.LEADER_NOT_AVAILABLE));

    assertThat(f.states).containsExactly("t EXISTS", "t ERROR", "t EXISTS");
  }

  @Test
  void anIllegalNameDoesNotExistAtOnce() {
    f.cache.want("t", f.now);
    f.ask(failed("t", ErrorCode.INVALID_TOPIC_EXCEPTION));
    assertThat(f.states).containsExactly("t NOT_EXISTS");
    assertThat(f.cache.topicState("u")).isEqualTo(TopicState.UNKNOWN);
  }

  @Test
  void aTopicThatLacksAPartitionIsAskedForAtOnceAndThenEveryTenSeconds() { // invariant 23
    f.known("t", led(0, 1, 5));
    f.pass(1_000);
    f.cache.wantPartitions("t", 3, f.now);
    assertThat(f.plan().reason()).isEqualTo(RefreshReason.UNKNOWN_PARTITION);
    for (int round = 0; round < 3; round++) {
      f.answer(topic("t", led(0, 1, 5)));
      assertThat(f.toDeadline()).isEqualTo(10_000 * MetadataFixture.MILLI);
      assertThat(f.plan().topics()).containsExactly("t");
    }
    f.answer(topic("t", led(0, 1, 5), led(1, 2, 0), led(2, 3, 0)));

    assertThat(f.cache.deadline() - f.now)
        .as("nothing but the periodic refresh is left")
        .isGreaterThan(10_000 * MetadataFixture.MILLI);
  }

  @Test
  void nobodyWaitsAnyMoreAndNobodyAsks() {
    f.known("t", led(0, 1, 5));
    f.pass(1_000);
    f.cache.wantPartitions("t", 3, f.now);
    f.ask(topic("t", led(0, 1, 5)));
    f.cache.wantPartitions("t", 0, f.now);
    f.toDeadline();
    f.ask(topic("t", led(0, 1, 5)));

    assertThat(f.toDeadline()).isGreaterThan(10_000 * MetadataFixture.MILLI);
  }

  @Test
  void aTopicThatIsNotKnownYetOrNotWantedIsNotAskedForTwice() {
    f.cache.wantPartitions("u", 3, f.now);
    f.cache.want("t", f.now);
    f.cache.wantPartitions("t", 3, f.now);
    assertThat(f.plan().topics()).containsExactly("t");
    assertThat(f.cache.plan(f.now)).isNull();
  }

  @Test
  void b226OfATopicMadeAgainOnlyTheNewIdIsKnown() {
    f.cache.want("t", f.now);
    f.ask(topic("t", new TopicId(0, 1), led(0, 1, 5)));
    refreshed(topic("t", new TopicId(0, 2), led(0, 2, 0)));

    assertThat(f.cache.topicId("t")).isEqualTo(new TopicId(0, 2));
    assertThat(f.cache.leaderEpoch(new TopicPartition("t", 0))).isZero();
  }

  @Test
  void aBrokerThatLagsAndTellsOfTheDeletedTopicIsNotBelieved() {
    f.cache.want("t", f.now);
    f.ask(topic("t", new TopicId(0, 1), led(0, 1, 5)));
    refreshed(topic("t", new TopicId(0, 2), led(0, 2, 0)));
    f.told.clear();
    f.pass(1_000);
    refreshed(topic("t", new TopicId(0, 1), led(0, 1, 6), led(1, 1, 6)));

    assertThat(f.told).isEmpty();
    assertThat(f.cache.topicId("t")).isEqualTo(new TopicId(0, 2));
    assertThat(f.cache.partitionCount("t")).isEqualTo(1);
    f.toDeadline();
    assertThat(f.plan().topics()).as("asked for again").containsExactly("t");
  }
}
