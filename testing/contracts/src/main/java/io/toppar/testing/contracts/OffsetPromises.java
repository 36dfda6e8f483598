package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.OffsetAnswer;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a gateway promises about looking offsets up. */
interface OffsetPromises extends GatewayPromises {

  @Test
  default void anEmptyPartitionBeginsAndEndsAtZero() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    assertThat(probe.offset(words, OffsetQuery.EARLIEST).offset()).isZero();
    assertThat(probe.offset(words, OffsetQuery.LATEST).offset()).isZero();
  }

  @Test
  default void theEndIsBehindTheLastRecord() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    append(words, "c");
    GatewayProbe probe = newProbe();
    assertThat(probe.offset(words, OffsetQuery.EARLIEST).offset()).isZero();
    assertThat(probe.offset(words, OffsetQuery.LATEST).offset()).isEqualTo(3);
  }

  @Test
  default void aTimestampFindsTheFirstRecordAtOrAfterIt() {
    TopicPartition words = newTopic(1);
    List<SentRecord> batch = records("a", "b", "c");
    fixture().append(words, BatchCodec.NONE, batch);
    long first = batch.get(0).timestamp();
    GatewayProbe probe = newProbe();
    assertFound(probe.offset(words, first - 1), 0, first);
    assertFound(probe.offset(words, first + 1000), 1, first + 1000);
    assertFound(probe.offset(words, first + 1001), 2, first + 2000);
  }

  @Test
  default void aTimestampBehindEveryRecordFindsNothing() {
    TopicPartition words = newTopic(1);
    append(words, "a");
    OffsetAnswer answer = newProbe().offset(words, tenMinutesAgo() + 300_000);
    assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
    assertThat(answer.offset()).isEqualTo(-1);
    assertThat(answer.timestamp()).isEqualTo(-1);
  }

  @Test
  default void theGreatestTimestampIsFoundWhereTheBrokersCan() {
    TopicPartition words = newTopic(1);
    long now = tenMinutesAgo();
    List<SentRecord> batch =
        List.of(
            SentRecord.of(now, "a"), SentRecord.of(now + 9000, "b"), SentRecord.of(now + 5, "c"));
    fixture().append(words, BatchCodec.NONE, batch);
    GatewayProbe probe = newProbe();
    if (fixture().abilities().contains(BrokerAbility.MAX_TIMESTAMP)) {
      assertFound(probe.offset(words, OffsetQuery.MAX_TIMESTAMP), 1, now + 9000);
    } else {
      probe.fails(
          lookup(probe, probe.leader(words), words, OffsetQuery.MAX_TIMESTAMP),
          BrokerOutcome.Kind.UNSUPPORTED);
    }
  }

  @Test
  @DisplayName("a partition the broker does not know has an error of its own (B077)")
  default void anUnknownPartitionHasAnErrorAndTheOthersAreAnsweredInOrder() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    GatewayProbe probe = newProbe();
    List<OffsetAnswer> answers =
        probe.offsets(
            probe.leader(words),
            IsolationLevel.READ_COMMITTED,
            new OffsetQuery(sibling(words, 9), -1, OffsetQuery.LATEST),
            new OffsetQuery(words, -1, OffsetQuery.LATEST),
            new OffsetQuery(new TopicPartition(newTopicName(), 0), -1, OffsetQuery.LATEST));
    assertThat(answers).extracting(OffsetAnswer::offset).containsExactly(-1L, 2L, -1L);
    assertThat(answers)
        .extracting(OffsetAnswer::error)
        .containsExactly(
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            ErrorCode.NONE,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
  }

  @Test
  default void theLogBeginsBehindDeletedRecords() {
    needs(BrokerAbility.DELETE_RECORDS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    fixture().deleteRecords(words, 2);
    GatewayProbe probe = newProbe();
    assertThat(probe.offset(words, OffsetQuery.EARLIEST).offset()).isEqualTo(2);
    assertThat(probe.offset(words, OffsetQuery.LATEST).offset()).isEqualTo(3);
  }

  @Test
  default void aBrokerThatDoesNotLeadSaysSo() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    fixture().moveLeader(words, otherBroker(leader));
    OffsetQuery query = new OffsetQuery(words, -1, OffsetQuery.LATEST);
    assertThat(probe.offsets(leader, IsolationLevel.READ_COMMITTED, query).get(0).error())
        .isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
  }

  @Test
  default void anEpochOlderOrNewerThanTheLeadersIsRefused() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    fixture().moveLeader(words, otherBroker(probe.leader(words)));
    int epoch = probe.partition(words).leaderEpoch();
    List<ErrorCode> errors = new ArrayList<>();
    for (int believed : List.of(epoch - 1, epoch + 1, epoch)) {
      OffsetQuery query = new OffsetQuery(words, believed, OffsetQuery.LATEST);
      errors.add(
          probe.offsets(probe.leader(words), IsolationLevel.READ_COMMITTED, query).get(0).error());
    }
    assertThat(errors)
        .containsExactly(
            ErrorCode.FENCED_LEADER_EPOCH, ErrorCode.UNKNOWN_LEADER_EPOCH, ErrorCode.NONE);
  }

  private static BrokerRequest lookup(
      GatewayProbe probe, int broker, TopicPartition topicPartition, long timestamp) {
    return new BrokerRequest.ListOffsets(
        broker,
        List.of(new OffsetQuery(topicPartition, -1, timestamp)),
        IsolationLevel.READ_COMMITTED,
        probe.deadlineIn(GatewayProbe.DEADLINE));
  }

  private static void assertFound(OffsetAnswer answer, long offset, long timestamp) {
    assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
    assertThat(answer.offset()).isEqualTo(offset);
    assertThat(answer.timestamp()).isEqualTo(timestamp);
    assertThat(answer.leaderEpoch()).isNotNegative();
  }
}
