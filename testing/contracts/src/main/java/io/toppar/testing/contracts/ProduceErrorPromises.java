package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.SealedBatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gateway promises about batches that are refused, or of which nobody knows. */
interface ProduceErrorPromises extends GatewayPromises {

  @Test
  default void anErrorOfOnePartLeavesTheOthersAlone() {
    TopicPartition words = newTopic(1);
    TopicPartition absent = sibling(words, 9);
    ProducerProbe producer = newProducer();
    ProducePart lost = producer.part(absent, producer.batch(records("x")));
    ProducePart kept = producer.part(words, producer.batch(records("a")));
    int leader = producer.probe().leader(words);
    List<ProducedPartition> answers =
        producer.ask(producer.request(leader, ProducerProbe.ALL, lost, kept));
    assertThat(answers)
        .extracting(ProducedPartition::error)
        .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NONE);
    assertThat(answers).extracting(ProducedPartition::baseOffset).containsExactly(-1L, 0L);
    lost.batch().release();
    kept.batch().release();
  }

  @Test
  default void aTopicThatDoesNotExistIsUnknown() {
    TopicPartition absent = new TopicPartition(newTopicName(), 0);
    ProducerProbe producer = newProducer();
    producer.probe().metadata();
    SealedBatch batch = producer.batch(records("a"));
    ProducePart part = new ProducePart(absent, TopicId.ZERO, batch, -1, (short) -1, -1);
    int any = fixture().brokerIds().get(0);
    assertThat(producer.ask(producer.request(any, ProducerProbe.ALL, part)))
        .extracting(ProducedPartition::error)
        .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    batch.release();
  }

  @Test
  default void aTopicWhoseIdIsNotKnownIsWrittenByItsName() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    SealedBatch batch = producer.batch(records("a"));
    ProducePart part = new ProducePart(words, TopicId.ZERO, batch, -1, (short) -1, -1);
    assertThat(producer.sendOnce(part).error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  default void aTopicThatWasMadeAgainIsNotWrittenUnderItsOldId() {
    needs(BrokerAbility.TOPIC_IDS);
    needs(BrokerAbility.DELETE_TOPIC);
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducePart part = producer.part(words, producer.batch(records("a")));
    fixture().deleteTopic(words.topic());
    fixture().createTopic(words.topic(), 1);
    assertThat(producer.sendOnce(part).error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
  }

  @Test
  default void aBrokerThatLeadsNoMoreSaysWhoDoes() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducePart part = producer.part(words, producer.batch(records("a")));
    int old = producer.probe().leader(words);
    fixture().moveLeader(words, otherBroker(old));
    ProducedPartition answer = producer.ask(producer.request(old, ProducerProbe.ALL, part)).get(0);
    assertThat(answer.error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    PartitionMetadata now = newProbe().partition(words);
    boolean hinted = fixture().abilities().contains(BrokerAbility.LEADER_HINTS);
    assertThat(answer.leaderHintId()).isEqualTo(hinted ? now.leaderId() : -1);
    assertThat(answer.leaderHintEpoch()).isEqualTo(hinted ? now.leaderEpoch() : -1);
    assertThat(producer.sendOnce(part).error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  default void aBatchThatIsTooLargeIsTakenInHalves() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    List<SentRecord> records =
        records("x".repeat(400_000), "y".repeat(400_000), "z".repeat(400_000));
    SealedBatch whole = producer.batch(records);
    ProducedPartition answer = producer.send(producer.part(words, whole));
    assertThat(answer.error()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    for (SealedBatch part : whole.split()) {
      assertThat(producer.sendOnce(words, part).error()).isEqualTo(ErrorCode.NONE);
    }
    assertThat(newProbe().read(words, 0, 3, IsolationLevel.READ_COMMITTED))
        .extracting(SeenRecord::sent)
        .isEqualTo(records);
  }

  @Test
  @DisplayName("the records for which a batch was refused are told (KIP-467)")
  default void theRecordsForWhichABatchWasRefusedAreTold() {
    needs(BrokerAbility.RECORD_FAULTS);
    TopicPartition words = new TopicPartition(newTopicName(), 0);
    fixture().createCompactedTopic(words.topic());
    ProducerProbe producer = newProducer();
    long now = tenMinutesAgo();
    SentRecord sound = new SentRecord(now, SentRecord.of(now, "key").value(), null, List.of());
    SentRecord keyless = SentRecord.of(now, "no key");
    ProducedPartition answer =
        producer.sendOnce(words, producer.batch(List.of(sound, keyless, sound, keyless)));
    assertThat(answer.error()).isEqualTo(ErrorCode.INVALID_RECORD);
    assertThat(answer.baseOffset()).isEqualTo(-1);
    assertThat(answer.message()).isNotBlank();
    assertThat(answer.faults()).extracting(RecordFault::index).containsExactly(1, 3);
    assertThat(answer.faults()).allSatisfy(fault -> assertThat(fault.message()).isNotBlank());
    ProducedPartition next = producer.sendOnce(words, producer.batch(List.of(sound)));
    assertThat(next.baseOffset()).as("nothing of the batch was appended").isZero();
  }

  @Test
  default void aBrokerThatNoMetadataNamedIsNotWrittenTo() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    SealedBatch batch = producer.batch(records("a"));
    BrokerRequest.Produce request =
        producer.request(4711, ProducerProbe.ALL, producer.part(words, batch));
    assertThat(producer.probe().fails(request, Kind.UNKNOWN_BROKER).maybePersisted()).isFalse();
    batch.release();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  default void aBatchWhoseDeadlineHasPassedIsNotSent(int acks) {
    OneBatch one = oneBatch();
    BrokerRequest.Produce request = one.request(acks, Duration.ofMillis(-1));
    assertThat(one.probe().fails(request, Kind.TIMED_OUT).maybePersisted()).isFalse();
    one.release();
  }

  @Test
  default void aBatchThatASilentBrokerHasMayBeInItsLog() {
    needs(BrokerAbility.OUTAGES);
    OneBatch one = oneBatch();
    one.producer().send(one.part());
    fixture().silence(one.leader());
    BrokerRequest.Produce request = one.request(ProducerProbe.ALL, Duration.ofSeconds(1));
    assertThat(one.probe().fails(request, Kind.TIMED_OUT).maybePersisted()).isTrue();
    fixture().restore(one.leader());
    one.release();
  }

  @Test
  default void aBatchForAStoppedBrokerIsInNoLog() {
    needs(BrokerAbility.OUTAGES);
    OneBatch one = oneBatch();
    fixture().stop(one.leader());
    BrokerRequest.Produce request = one.request(ProducerProbe.ALL, Duration.ofSeconds(2));
    BrokerOutcome.Failed failed = one.probe().fails(request, Kind.TRANSPORT, Kind.TIMED_OUT);
    assertThat(failed.maybePersisted()).isFalse();
    fixture().restore(one.leader());
    one.release();
  }

  @Test
  default void closingCancelsABatchThatMayBeInTheLog() {
    needs(BrokerAbility.OUTAGES);
    OneBatch one = oneBatch();
    one.producer().send(one.part());
    fixture().silence(one.leader());
    long token = one.probe().submit(one.request(ProducerProbe.ALL, GatewayProbe.DEADLINE));
    fixture().steer();
    one.probe().gateway().close(Duration.ofSeconds(10));
    BrokerOutcome outcome = one.probe().await(token);
    assertThat(outcome).isInstanceOf(BrokerOutcome.Failed.class);
    BrokerOutcome.Failed failed = (BrokerOutcome.Failed) outcome;
    assertThat(failed.kind()).isEqualTo(Kind.CANCELLED);
    assertThat(failed.maybePersisted()).isTrue();
    fixture().restore(one.leader());
    one.release();
  }

  @Test
  default void aClosedGatewaySendsNoBatch() {
    OneBatch one = oneBatch();
    BrokerRequest.Produce request = one.request(ProducerProbe.ALL, GatewayProbe.DEADLINE);
    one.probe().gateway().close(Duration.ofSeconds(10));
    assertThat(one.probe().fails(request, Kind.CANCELLED).maybePersisted()).isFalse();
    one.release();
  }

  /** A batch of one record for the only partition of a topic, and who leads it. */
  record OneBatch(ProducerProbe producer, ProducePart part, int leader) {

    GatewayProbe probe() {
      return producer.probe();
    }

    BrokerRequest.Produce request(int acks, Duration due) {
      return producer.request(leader, acks, due, part);
    }

    void release() {
      part.batch().release();
    }
  }

  private OneBatch oneBatch() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducePart part = producer.part(words, producer.batch(records("a")));
    return new OneBatch(producer, part, producer.probe().leader(words));
  }
}
