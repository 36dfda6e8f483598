package io.toppar.domain;

import static io.toppar.domain.MetadataFixture.broker;
import static io.toppar.domain.MetadataFixture.failed;
import static io.toppar.domain.MetadataFixture.led;
import static io.toppar.domain.MetadataFixture.topic;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What an answer changes, and what it does not. */
class MetadataCacheTest {

  private final MetadataFixture f = new MetadataFixture();

  private static TopicPartition t(int partition) {
    return new TopicPartition("t", partition);
  }

  @Test
  void aFirstAnswerTellsIdThenCountThenLeadersThenBrokers() {
    f.cache.want("t", f.now);
    assertThat(f.cache.partitionCount("t")).isEqualTo(-1);

    f.ask(topic("t", led(1, 2, 5), led(0, 1, 4)));

    assertThat(f.told)
        .containsExactly(
            "t id 0 to 2",
            "t count -1 to 2",
            "t[1] led by 2 epoch 5",
            "t[0] led by 1 epoch 4",
            "brokers [1, 2, 3]");
    assertThat(f.cache.leaderId(t(1))).isEqualTo(2);
    assertThat(f.cache.leaderEpoch(t(1))).isEqualTo(5);
    assertThat(f.cache.partitionCount("t")).isEqualTo(2);
    assertThat(f.cache.topicId("t")).isEqualTo(MetadataFixture.ID);
    assertThat(f.cache.clusterId()).isEqualTo("cluster");
    assertThat(f.cache.controllerId()).isEqualTo(1);
  }

  @Test
  void anAnswerThatSaysNothingNewTellsNothing() {
    f.known("t", led(0, 1, 4));
    f.cache.refresh("t", RefreshReason.REQUESTED, f.now);
    f.pass(200);
    f.ask(topic("t", led(0, 1, 4)));
    assertThat(f.told).isEmpty();
  }

  @Test
  void anOlderEpochIsStaleAndAnEqualOneIsNot() {
    f.known("t", led(0, 1, 5));
    f.answer(topic("t", led(0, 2, 4)));
    assertThat(f.told).isEmpty();
    assertThat(f.cache.leaderId(t(0))).isEqualTo(1);

    f.answer(topic("t", led(0, 2, 5)));
    assertThat(f.told).containsExactly("t[0] led by 2 epoch 5");
  }

  /** B052. */
  @Test
  void aLeaderWithoutEpochIsTakenAndTheKnownEpochIsNotForgotten() {
    f.known("t", led(0, 1, 5));
    f.answer(topic("t", led(0, 2, -1)));
    assertThat(f.told).containsExactly("t[0] led by 2 epoch -1");

    f.answer(topic("t", led(0, 1, 4)));
    assertThat(f.cache.leaderId(t(0))).as("epoch 4 is older than the 5 once seen").isEqualTo(2);

    f.answer(topic("t", led(0, 3, 6)));
    assertThat(f.cache.leaderEpoch(t(0))).isEqualTo(6);
  }

  @Test
  void theSameLeaderWithoutEpochKeepsItsEpoch() {
    f.known("t", led(0, 1, 5));
    f.answer(topic("t", led(0, 1, -1)));
    assertThat(f.told).isEmpty();
    assertThat(f.cache.leaderEpoch(t(0))).isEqualTo(5);
  }

  @Test
  void aLostLeaderIsToldAsNobody() {
    f.known("t", led(0, 1, 5), led(1, 2, 3));
    f.answer(topic("t", led(0, -1, 6), led(1, 2, 3)));
    assertThat(f.told).containsExactly("t[0] led by -1 epoch 6");
  }

  @Test
  void aLeaderThatIsNotListedAsABrokerIsNobodyAndIsAskedForAgain() {
    f.known("t", led(0, 1, 5));
    f.cache.refresh("t", RefreshReason.REQUESTED, f.now);
    f.pass(2_000);
    f.ask(topic("t", led(0, 9, 6)));
    assertThat(f.told).containsExactly("t[0] led by -1 epoch 6");

    f.brokers = List.of(broker(1), broker(9));
    f.toDeadline();
    f.ask(topic("t", led(0, 9, 6)));
    assertThat(f.told).contains("t[0] led by 9 epoch 6");
  }

  /** B017. */
  @Test
  void aTopicWithAnErrorKeepsLeadersAndCountAndIsAskedForAgain() {
    f.known("t", led(0, 1, 5), led(1, 2, 5), led(2, 3, 5));
    f.cache.refresh("t", RefreshReason.REQUESTED, f.now);
    f.pass(2_000);
    f.ask(failed("t", ErrorCode.LEADER_NOT_AVAILABLE, led(0, -1, -1)));

    assertThat(f.told).isEmpty();
    assertThat(f.cache.partitionCount("t")).isEqualTo(3);
    assertThat(f.cache.leaderId(t(2))).isEqualTo(3);
    assertThat(f.cache.topicError("t")).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE);
    f.toDeadline();
    assertThat(f.plan().topics()).containsExactly("t");
  }

  /** B016. */
  @Test
  void entriesOutsideTheAnnouncedRangeAreToldAndSkippedAndTheGoodOnesApplied() {
    f.cache.want("t", f.now);
    f.ask(topic("t", led(0, 1, 5), led(7, 2, 5)));
    assertThat(f.told)
        .containsExactly(
            "t id 0 to 2",
            "t count -1 to 2",
            "t[0] led by 1 epoch 5",
            "t[7] is outside the announced partitions 0 to 1",
            "brokers [1, 2, 3]");

    f.told.clear();
    f.answer(topic("t", led(-1, 3, 5), led(1, 2, 5)));
    assertThat(f.told)
        .containsExactly(
            "t[-1] is outside the announced partitions 0 to 1", "t[1] led by 2 epoch 5");

    f.told.clear();
    f.answer(topic("t", led(0, 2, 6), led(0, 3, 7)));
    assertThat(f.told).containsExactly("t[0] led by 2 epoch 6", "t[0] is listed twice");
  }

  /** B016. */
  @Test
  void anAnswerWithBadEntriesIsAskedForAgain() {
    f.cache.want("t", f.now);
    f.ask(topic("t", led(0, 1, 5), led(-1, 2, 5)));
    f.toDeadline();
    assertThat(f.plan().topics()).containsExactly("t");
  }

  @Test
  void aTopicWithoutPartitionsIsNotKnownYetAndIsAskedForAgain() {
    f.cache.want("t", f.now);
    f.ask(topic("t"));
    assertThat(f.told).containsExactly("t id 0 to 2", "brokers [1, 2, 3]");
    assertThat(f.cache.partitionCount("t")).isEqualTo(-1);
    f.toDeadline();
    assertThat(f.plan().topics()).containsExactly("t");
  }

  /** B016. */
  @Test
  void aBadEntryIsReasonEnoughToAskAgainThoughEveryPartitionIsLed() {
    f.known("t", led(0, 1, 5), led(1, 2, 5), led(2, 3, 5));
    f.cache.refresh("t", RefreshReason.REQUESTED, f.now);
    f.pass(2_000);
    f.ask(topic("t", led(0, 1, 5), led(7, 2, 5)));
    assertThat(f.toDeadline()).isLessThan(1_000 * MetadataFixture.MILLI);
    assertThat(f.plan().topics()).containsExactly("t");
  }

  @Test
  void theGraceTimeOfATopicNeverSeenBeginsWithTheQuestion() {
    f.cache.want("t", f.now);
    f.plan();
    f.pass(30_000);
    f.answer(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).contains("t failed UNKNOWN_TOPIC_OR_PARTITION");
  }

  /** B192. */
  @Test
  void newPartitionsMakeTheCountRise() {
    f.known("t", led(0, 1, 5), led(1, 2, 5));
    f.answer(topic("t", led(0, 1, 5), led(1, 2, 5), led(2, 3, 0)));
    assertThat(f.told).containsExactly("t count 2 to 3", "t[2] led by 3 epoch 0");
  }

  /** B013: two brokers that disagree do not make partitions come and go. */
  @Test
  void aCountThatFallsUnderTheSameIdIsIgnored() {
    f.known("t", led(0, 1, 5), led(1, 2, 5), led(2, 3, 5));
    f.answer(topic("t", led(0, 2, 6)));
    assertThat(f.told).containsExactly("t[0] led by 2 epoch 6");
    assertThat(f.cache.partitionCount("t")).isEqualTo(3);
    assertThat(f.cache.leaderId(t(2))).isEqualTo(3);
  }

  /** B226. */
  @Test
  void aTopicMadeAgainStartsOverWithItsEpochsAndMayHaveFewerPartitions() {
    f.known("t", led(0, 1, 5), led(1, 2, 5));
    f.answer(topic("t", new TopicId(3, 4), led(0, 1, 0)));
    assertThat(f.told).containsExactly("t id 2 to 4", "t count 2 to 1", "t[0] led by 1 epoch 0");
    assertThat(f.cache.leaderId(t(1))).isEqualTo(-1);
    assertThat(f.cache.topicId("t")).isEqualTo(new TopicId(3, 4));
  }

  @Test
  void aTopicMadeAgainTellsEvenAPartitionThatNobodyLeadsNow() {
    f.known("t", led(0, 1, 5));
    f.answer(topic("t", new TopicId(3, 4), led(0, -1, 0)));
    assertThat(f.told).containsExactly("t id 2 to 4", "t[0] led by -1 epoch 0");
  }

  @Test
  void anAnswerWithoutIdKeepsTheKnownOne() {
    f.known("t", led(0, 1, 5));
    f.answer(topic("t", TopicId.ZERO, led(0, 1, 5)));
    assertThat(f.told).isEmpty();
    assertThat(f.cache.topicId("t")).isEqualTo(MetadataFixture.ID);
  }

  @Test
  void aTopicReportedMissingIsHeldBackForTheGraceTime() {
    f.cache.want("t", f.now);
    f.ask(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).containsExactly("brokers [1, 2, 3]");
    assertThat(f.cache.topicError("t")).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    long asked = f.cache.firstAskedNanos("t");
    f.told.clear();

    f.pass(29_999);
    f.ask(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).isEmpty();

    f.pass(1_000);
    f.ask(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).containsExactly("t failed UNKNOWN_TOPIC_OR_PARTITION");
    assertThat(f.now - asked).isGreaterThanOrEqualTo(30_000 * MetadataFixture.MILLI);
  }

  @Test
  void aMissingTopicIsToldOnceAndAppearsWhenItIsMadeAtLast() {
    f.cache.want("t", f.now);
    f.ask(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    f.pass(31_000);
    f.ask(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    f.told.clear();

    assertThat(f.toDeadline()).isEqualTo(10_000 * MetadataFixture.MILLI);
    f.ask(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).isEmpty();

    f.toDeadline();
    f.ask(topic("t", led(0, 1, 0)));
    assertThat(f.told).containsExactly("t id 0 to 2", "t count -1 to 1", "t[0] led by 1 epoch 0");
    assertThat(f.cache.topicError("t")).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void aKnownTopicThatIsGoneForTheGraceTimeLosesItsLeadersAndItsPartitions() {
    f.known("t", led(0, 1, 5), led(1, 2, 5));
    f.answer(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).isEmpty();
    assertThat(f.cache.partitionCount("t")).isEqualTo(2);

    f.pass(30_000);
    f.answer(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told)
        .containsExactly(
            "t failed UNKNOWN_TOPIC_OR_PARTITION",
            "t[0] led by -1 epoch -1",
            "t[1] led by -1 epoch -1",
            "t count 2 to 0");

    f.told.clear();
    f.answer(topic("t", led(0, 1, 0)));
    assertThat(f.told).containsExactly("t count 0 to 1", "t[0] led by 1 epoch 0");
  }

  @Test
  void aGoodAnswerBetweenEndsTheGraceTime() {
    f.known("t", led(0, 1, 5));
    f.answer(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    f.pass(20_000);
    f.answer(topic("t", led(0, 1, 5)));
    f.pass(20_000);
    f.answer(failed("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    assertThat(f.told).isEmpty();
  }

  @Test
  void anIllegalNameIsToldAtOnce() {
    f.cache.want("a b", f.now);
    f.ask(failed("a b", ErrorCode.INVALID_TOPIC_EXCEPTION));
    assertThat(f.told).contains("a b failed INVALID_TOPIC_EXCEPTION");
  }

  @Test
  void aDeniedTopicIsToldOnceAndKeepsItsLeaders() {
    f.known("t", led(0, 1, 5));
    f.answer(failed("t", ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    f.answer(failed("t", ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    assertThat(f.told).containsExactly("t failed TOPIC_AUTHORIZATION_FAILED");
    assertThat(f.cache.leaderId(t(0))).isEqualTo(1);
  }

  @Test
  void aHintBesideAnErrorIsTakenLikeMetadata() {
    f.known("t", led(0, 1, 5));
    f.cache.onLeaderHint(t(0), 2, 4, f);
    f.cache.onLeaderHint(t(0), 2, -1, f);
    f.cache.onLeaderHint(t(0), -1, 6, f);
    f.cache.onLeaderHint(t(9), 2, 6, f);
    f.cache.onLeaderHint(new TopicPartition("u", 0), 2, 6, f);
    assertThat(f.told).isEmpty();

    f.cache.onLeaderHint(t(0), 2, 6, f);
    assertThat(f.told).containsExactly("t[0] led by 2 epoch 6");
  }

  /** B199. */
  @Test
  void aBrokerThatIsNotListedAnyMoreLeadsNothingAndComesBackWhenListed() {
    f.known("t", led(0, 1, 5), led(1, 3, 5));
    f.cache.want("u", f.now);
    f.brokers = List.of(broker(2), broker(1));
    f.ask(topic("u", led(0, 1, 1)));
    assertThat(f.told)
        .containsExactly(
            "u id 0 to 2",
            "u count -1 to 1",
            "u[0] led by 1 epoch 1",
            "t[1] led by -1 epoch -1",
            "brokers [1, 2]");

    f.told.clear();
    f.brokers = List.of(broker(1), broker(2), broker(3));
    f.toDeadline();
    f.ask(topic("t", led(0, 1, 5), led(1, 3, 5)));
    assertThat(f.told).containsExactly("t[1] led by 3 epoch 5", "brokers [1, 2, 3]");
  }

  @Test
  void aBrokerAtAnotherAddressIsAChange() {
    f.known("t", led(0, 1, 5));
    f.brokers = List.of(broker(1), broker(2), new BrokerEndpoint(3, "moved", 9093, "r"));
    f.answer();
    assertThat(f.told).containsExactly("brokers [1, 2, 3]");
    assertThat(f.cache.brokers().get(2).host()).isEqualTo("moved");
  }

  @Test
  void anAnswerWithoutBrokersChangesNone() {
    f.known("t", led(0, 1, 5));
    f.brokers = List.of();
    f.answer(topic("t", led(0, 1, 5)));
    assertThat(f.told).isEmpty();
    assertThat(f.cache.brokers()).hasSize(3);
  }

  @Test
  void topicsThatNobodyWantsAreNotKept() {
    f.known("t", led(0, 1, 5));
    f.answer(topic("other", led(0, 1, 5)));
    f.cache.unwant("t");
    f.answer(topic("t", led(0, 2, 6)));
    assertThat(f.told).isEmpty();
    assertThat(f.cache.partitionCount("t")).isEqualTo(-1);
    assertThat(f.cache.leaderId(t(0))).isEqualTo(-1);
    assertThat(f.cache.topicId("t")).isEqualTo(TopicId.ZERO);
  }
}
