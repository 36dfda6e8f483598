package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.TimestampType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a gateway promises about the records it brings, and about their buffers. */
interface RecordPromises extends GatewayPromises {

  @ParameterizedTest
  @EnumSource(BatchCodec.class)
  default void recordsAreReadAsTheyWereWritten(BatchCodec codec) {
    TopicPartition words = newTopic(1);
    List<SentRecord> written = SampleRecords.ofEveryKind(tenMinutesAgo());
    fixture().append(words, codec, written);
    GatewayProbe probe = newProbe();
    int epoch = probe.partition(words).leaderEpoch();
    List<SeenRecord> seen = probe.read(words, 0, written.size(), IsolationLevel.READ_COMMITTED);
    assertThat(seen).extracting(SeenRecord::sent).isEqualTo(written);
    for (int i = 0; i < seen.size(); i++) {
      assertThat(seen.get(i).offset()).isEqualTo(i);
      assertThat(seen.get(i).leaderEpoch()).isEqualTo(epoch);
      assertThat(seen.get(i).timestampType()).isEqualTo(TimestampType.CREATE_TIME);
    }
  }

  @Test
  default void batchesOfDifferentCodecsFollowOneAnother() {
    TopicPartition words = newTopic(1);
    List<SentRecord> written = new ArrayList<>();
    for (BatchCodec codec : BatchCodec.values()) {
      List<SentRecord> batch = records(codec + "-1", codec + "-2");
      fixture().append(words, codec, batch);
      written.addAll(batch);
    }
    assertThat(newProbe().read(words, 0, written.size(), IsolationLevel.READ_COMMITTED))
        .extracting(SeenRecord::sent)
        .isEqualTo(written);
  }

  @Test
  default void theBrokersTimeIsToldAsSuch() {
    needs(BrokerAbility.LOG_APPEND_TIME);
    TopicPartition words = new TopicPartition(newTopicName(), 0);
    fixture().createLogAppendTimeTopic(words.topic());
    long before = fixture().clock().currentTimeMillis();
    append(words, "a", "b");
    List<SeenRecord> seen = newProbe().read(words, 0, 2, IsolationLevel.READ_COMMITTED);
    for (SeenRecord record : seen) {
      assertThat(record.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
      assertThat(record.sent().timestamp()).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  @DisplayName("offsets are the records' own, also in a batch with gaps (B089)")
  default void gapsInABatchDoNotShiftOffsets() {
    needs(BrokerAbility.GAPS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c", "d", "e");
    fixture().removeRecords(words, List.of(0L, 2L, 4L));
    GatewayProbe probe = newProbe();
    FetchNews.Part part = probe.fetch(probe.leader(words)).from(words, 0).ask().of(words);
    assertThat(part.records()).extracting(SeenRecord::offset).containsExactly(1L, 3L);
    assertThat(part.nextOffset()).isEqualTo(5);
  }

  @Test
  @DisplayName("an emptied batch moves the position and delivers nothing (B083)")
  default void anEmptiedBatchMovesThePosition() {
    needs(BrokerAbility.GAPS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    fixture().removeRecords(words, List.of(0L, 1L));
    GatewayProbe probe = newProbe();
    FetchNews.Part part = probe.fetch(probe.leader(words)).from(words, 0).ask().of(words);
    assertThat(part.records()).isEmpty();
    assertThat(part.nextOffset()).isEqualTo(2);
  }

  @Test
  @DisplayName("records below the offset asked for alone still move the position (B084)")
  default void aBatchWithOnlyEarlierRecordsMovesThePosition() {
    needs(BrokerAbility.GAPS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c", "d");
    fixture().removeRecords(words, List.of(2L, 3L));
    GatewayProbe probe = newProbe();
    FetchNews.Part part = probe.fetch(probe.leader(words)).from(words, 2).ask().of(words);
    assertThat(part.records()).isEmpty();
    assertThat(part.nextOffset()).isEqualTo(4);
  }

  @Test
  default void theRecordsMayBeReadAgain() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    FetchedBatches batches = fetchOne(newProbe(), words);
    assertThat(SeenRecord.rest(batches.records())).isEqualTo(SeenRecord.rest(batches.records()));
    assertThat(batches.sizeBytes()).isPositive();
    batches.release();
  }

  @ParameterizedTest
  @EnumSource(BatchCodec.class)
  default void keptBytesStayInOneArrayUntilTheRelease(BatchCodec codec) {
    TopicPartition words = newTopic(1);
    List<SentRecord> written = SampleRecords.ofEveryKind(tenMinutesAgo());
    fixture().append(words, codec, written);
    fixture().append(words, codec, written);
    FetchedBatches batches = fetchOne(newProbe(), words);
    List<KeptRecord> kept = KeptRecord.all(batches.records());
    List<SeenRecord> again = SeenRecord.rest(batches.records());
    assertThat(again).isNotEmpty();
    for (KeptRecord record : kept) {
      assertThat(record.noted()).isEqualTo(record.before());
      assertThat(record.arrays()).isLessThanOrEqualTo(1);
    }
    batches.release();
  }

  @Test
  default void detachedBatchesAreReadAsBefore() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    FetchedBatches batches = fetchOne(newProbe(), words);
    List<SeenRecord> before = SeenRecord.rest(batches.records());
    batches.detach();
    assertThat(batches.sharesFrame()).isFalse();
    assertThat(SeenRecord.rest(batches.records())).isEqualTo(before).hasSize(2);
    batches.release();
  }

  @Test
  default void releasingOnePartitionLeavesTheOthersReadable() {
    TopicPartition words = newTopic(2);
    GatewayProbe probe = newProbe();
    TopicPartition second = sibling(words, 1);
    int leader = probe.leader(words);
    if (probe.leader(second) != leader) {
      needs(BrokerAbility.MOVE_LEADER);
      fixture().moveLeader(second, leader);
    }
    append(words, "a");
    append(second, "b");
    BrokerOutcome.Fetched fetched =
        probe.ask(
            probe.fetch(leader).from(words, 0).from(second, 0).request(),
            BrokerOutcome.Fetched.class);
    assertThat(fetched.partitions()).hasSize(2);
    assertThat(fetched.frame().sizeBytes()).isNotNegative();
    batches(fetched.partitions().get(0)).release();
    FetchedBatches kept = batches(fetched.partitions().get(1));
    assertThat(SeenRecord.rest(kept.records())).hasSize(1);
    kept.release();
  }

  @Test
  default void theEarlierOffsetsOfABatchAreNotInItsRange() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    GatewayProbe probe = newProbe();
    BrokerOutcome.Fetched fetched =
        probe.ask(
            probe.fetch(probe.leader(words)).from(words, 1).request(), BrokerOutcome.Fetched.class);
    FetchedBatches batches = batches(fetched.partitions().get(0));
    assertThat(batches.baseOffset()).isEqualTo(1);
    assertThat(batches.nextOffset()).isEqualTo(3);
    assertThat(batches.recordCount()).isGreaterThanOrEqualTo(2);
    assertThat(batches.leaderEpoch()).isEqualTo(probe.partition(words).leaderEpoch());
    batches.release();
  }

  private static FetchedBatches fetchOne(GatewayProbe probe, TopicPartition topicPartition) {
    BrokerOutcome.Fetched fetched =
        probe.ask(
            probe.fetch(probe.leader(topicPartition)).from(topicPartition, 0).request(),
            BrokerOutcome.Fetched.class);
    return batches(fetched.partitions().get(0));
  }

  private static FetchedBatches batches(FetchedPartition part) {
    BatchHandle handle = part.batches();
    assertThat(handle).isInstanceOf(FetchedBatches.class);
    return (FetchedBatches) Objects.requireNonNull(handle);
  }
}
