package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a gateway promises about one Fetch. */
interface FetchPromises extends GatewayPromises {

  @Test
  default void aFetchBringsTheRecordsAndTellsOfTheLog() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    GatewayProbe probe = newProbe();
    FetchNews.Part part = probe.fetch(probe.leader(words)).from(words, 0).ask().of(words);
    assertThat(part.texts()).containsExactly("a", "b");
    assertThat(part.nextOffset()).isEqualTo(2);
    FetchedPartition told = part.told();
    assertThat(told.error()).isEqualTo(ErrorCode.NONE);
    assertThat(told.highWatermark()).isEqualTo(2);
    assertThat(told.lastStableOffset()).isEqualTo(2);
    assertThat(told.logStartOffset()).isZero();
    assertThat(told.divergingEpoch()).isEqualTo(-1);
    assertThat(told.preferredReadReplica()).isEqualTo(-1);
    assertThat(told.fault()).isNull();
  }

  @Test
  default void recordsBelowTheOffsetAskedForAreNotDelivered() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c", "d");
    GatewayProbe probe = newProbe();
    FetchNews.Part part = probe.fetch(probe.leader(words)).from(words, 2).ask().of(words);
    assertThat(part.texts()).containsExactly("c", "d");
    assertThat(part.records()).extracting(SeenRecord::offset).containsExactly(2L, 3L);
  }

  @Test
  default void aFetchOfSeveralPartitionsIsAnsweredForEach() {
    TopicPartition words = newTopic(1);
    TopicPartition others = newTopic(1);
    GatewayProbe probe = newProbe();
    onOneBroker(probe, words, others);
    append(words, "a");
    append(others, "b");
    FetchNews news = probe.fetch(probe.leader(words)).from(words, 0).from(others, 0).ask();
    assertThat(news.texts()).isEqualTo(Map.of(words, List.of("a"), others, List.of("b")));
  }

  @Test
  default void anOffsetBehindTheEndIsOutOfRange() {
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    FetchNews.Part part = probe.fetch(probe.leader(words)).from(words, 2).ask().of(words);
    assertThat(part.told().error()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    assertThat(part.nextOffset()).isEqualTo(-1);
  }

  @Test
  default void anOffsetBeforeTheStartIsOutOfRange() {
    needs(BrokerAbility.DELETE_RECORDS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    fixture().deleteRecords(words, 2);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    assertThat(probe.fetch(leader).from(words, 1).ask().of(words).told().error())
        .isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    FetchNews.Part part = probe.fetch(leader).from(words, 2).ask().of(words);
    assertThat(part.texts()).containsExactly("c");
    assertThat(part.told().logStartOffset()).isEqualTo(2);
  }

  @Test
  default void anErrorOfOnePartitionLeavesTheOthersAlone() {
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    TopicPartition absent = sibling(words, 9);
    FetchNews news = probe.fetch(probe.leader(words)).from(absent, 0).from(words, 0).ask();
    assertThat(news.of(absent).told().error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(news.of(words).texts()).containsExactly("a");
  }

  @Test
  default void theFirstBatchComesWholeHoweverSmallTheLimit() {
    TopicPartition words = newTopic(1);
    String large = "x".repeat(20_000);
    append(words, large);
    append(words, "b");
    GatewayProbe probe = newProbe();
    FetchOrder order = probe.fetch(probe.leader(words)).from(words, 0).maxBytes(100);
    FetchNews.Part part = order.ask().of(words);
    assertThat(part.texts()).containsExactly(large);
    assertThat(part.nextOffset()).isEqualTo(1);
    assertThat(part.told().fault()).isNull();
  }

  @Test
  default void aBrokerThatLeadsNoMoreSaysSo() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    int old = probe.leader(words);
    fixture().moveLeader(words, otherBroker(old));
    FetchedPartition told = probe.fetch(old).from(words, 0).ask().of(words).told();
    assertThat(told.error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    PartitionMetadata now = probe.partition(words);
    if (fixture().abilities().contains(BrokerAbility.LEADER_HINTS)) {
      assertThat(told.leaderHintId()).isEqualTo(now.leaderId());
      assertThat(told.leaderHintEpoch()).isEqualTo(now.leaderEpoch());
    } else {
      assertThat(told.leaderHintId()).isEqualTo(-1);
    }
    assertThat(probe.fetch(now.leaderId()).from(words, 0).ask().of(words).texts())
        .containsExactly("a");
  }

  @Test
  default void anEpochTheLeaderDoesNotHaveIsRefused() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    fixture().moveLeader(words, otherBroker(probe.leader(words)));
    PartitionMetadata now = probe.partition(words);
    assertThat(errorUnder(probe, words, now.leaderEpoch() - 1))
        .isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
    assertThat(errorUnder(probe, words, now.leaderEpoch() + 1))
        .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
    assertThat(errorUnder(probe, words, now.leaderEpoch())).isEqualTo(ErrorCode.NONE);
  }

  @Test
  default void aTopicThatWasMadeAgainIsNotReadUnderItsOldId() {
    needs(BrokerAbility.TOPIC_IDS);
    needs(BrokerAbility.DELETE_TOPIC);
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    TopicId before = probe.topicId(words.topic());
    fixture().deleteTopic(words.topic());
    fixture().createTopic(words.topic(), 1);
    append(words, "new");
    FetchOrder order = probe.fetch(probe.leader(words)).from(before, words, 0, -1, -1);
    assertThat(order.ask().of(words).told().error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
  }

  @Test
  default void aReaderBeyondACutIsToldWhereItsEpochEnds() {
    needs(BrokerAbility.TRUNCATION);
    needs(BrokerAbility.DIVERGING_EPOCHS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    GatewayProbe probe = newProbe();
    int old = probe.partition(words).leaderEpoch();
    fixture().cutLog(words, 1);
    append(words, "x", "y", "z");
    PartitionMetadata now = probe.partition(words);
    FetchNews.Part part =
        probe.fetch(now.leaderId()).from(words, 3, now.leaderEpoch(), old).ask().of(words);
    assertThat(part.told().error()).isEqualTo(ErrorCode.NONE);
    assertThat(part.told().divergingEpoch()).isEqualTo(old);
    assertThat(part.told().divergingEndOffset()).isEqualTo(1);
    assertThat(part.records()).isEmpty();
  }

  private static ErrorCode errorUnder(
      GatewayProbe probe, TopicPartition topicPartition, int epoch) {
    return probe
        .fetch(probe.leader(topicPartition))
        .isolation(IsolationLevel.READ_UNCOMMITTED)
        .from(topicPartition, 0, epoch, -1)
        .ask()
        .of(topicPartition)
        .told()
        .error();
  }

  /** Moves the leader of the second to that of the first, unless it is there. */
  private void onOneBroker(GatewayProbe probe, TopicPartition first, TopicPartition second) {
    int leader = probe.leader(first);
    if (probe.leader(second) != leader) {
      needs(BrokerAbility.MOVE_LEADER);
      fixture().moveLeader(second, leader);
    }
  }
}
