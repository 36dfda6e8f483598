package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gateway promises about batches that reach the log. */
interface ProducePromises extends GatewayPromises {

  @ParameterizedTest
  @EnumSource(Compression.Codec.class)
  default void whatIsProducedIsReadAsItWasAppended(Compression.Codec codec) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    List<SentRecord> records = SampleRecords.ofEveryKind(tenMinutesAgo());
    ProducedPartition answer =
        producer.sendOnce(words, producer.batch(Compression.of(codec), records));
    assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
    assertThat(read(words, records.size())).isEqualTo(records);
  }

  @ParameterizedTest
  @CsvSource({"NONE,1", "GZIP,9", "SNAPPY,5", "LZ4,9", "ZSTD,7"})
  default void aCodecTakesItsLevelOrHasNone(Compression.Codec codec, int level) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    List<SentRecord> records = SampleRecords.ofEveryKind(tenMinutesAgo());
    producer.sendOnce(words, producer.batch(new Compression(codec, level), records));
    assertThat(read(words, records.size())).isEqualTo(records);
  }

  @Test
  default void anAnswerTellsWhereTheBatchIsAndThatItsTimesWereKept() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    producer.sendOnce(words, producer.batch(records("a", "b", "c")));
    ProducedPartition answer = producer.sendOnce(words, producer.batch(records("d")));
    assertThat(answer)
        .isEqualTo(new ProducedPartition(words, ErrorCode.NONE, 3, -1, 0, List.of(), null, -1, -1));
  }

  @Test
  default void theTimeThatABrokerGivesIsTold() {
    needs(BrokerAbility.LOG_APPEND_TIME);
    TopicPartition words = new TopicPartition(newTopicName(), 0);
    fixture().createLogAppendTimeTopic(words.topic());
    ProducerProbe producer = newProducer();
    ProducedPartition answer = producer.sendOnce(words, producer.batch(records("a", "b")));
    List<SeenRecord> seen = newProbe().read(words, 0, 2, IsolationLevel.READ_COMMITTED);
    assertThat(seen)
        .extracting(record -> record.sent().timestamp())
        .containsOnly(answer.logAppendTimeMillis());
    assertThat(answer.logAppendTimeMillis()).isGreaterThan(tenMinutesAgo());
  }

  @Test
  default void theLogStartIsTold() {
    needs(BrokerAbility.DELETE_RECORDS);
    TopicPartition words = newTopic(1);
    append(words, "a", "b", "c");
    fixture().deleteRecords(words, 2);
    ProducerProbe producer = newProducer();
    ProducedPartition answer = producer.sendOnce(words, producer.batch(records("d")));
    assertThat(answer.logStartOffset()).isEqualTo(2);
    assertThat(answer.baseOffset()).isEqualTo(3);
  }

  @Test
  default void severalPartitionsAreAnsweredInTheOrderAsked() {
    TopicPartition words = newTopic(3);
    ProducerProbe producer = newProducer();
    int leader = producer.probe().leader(words);
    List<ProducePart> parts = new ArrayList<>();
    for (int partition : List.of(2, 0, 1)) {
      TopicPartition one = sibling(words, partition);
      if (producer.probe().leader(one) != leader) {
        needs(BrokerAbility.MOVE_LEADER);
        fixture().moveLeader(one, leader);
      }
      parts.add(producer.part(one, producer.batch(records("p" + partition))));
    }
    ProducePart[] asked = parts.toArray(new ProducePart[0]);
    List<ProducedPartition> answers =
        producer.ask(producer.request(leader, ProducerProbe.ALL, asked));
    assertThat(answers).extracting(ProducedPartition::error).containsOnly(ErrorCode.NONE);
    parts.forEach(part -> part.batch().release());
    for (int partition = 0; partition < 3; partition++) {
      assertThat(read(sibling(words, partition), 1))
          .extracting(SentRecord::value)
          .containsExactly(Slice.of("p" + partition));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1})
  default void whoeverAnswersForItABatchIsWritten(int acks) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    SealedBatch batch = producer.batch(records("a", "b"));
    int leader = producer.probe().leader(words);
    BrokerRequest.Produce request = producer.request(leader, acks, producer.part(words, batch));
    ProducedPartition answer = producer.ask(request).get(0);
    assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
    assertThat(answer.baseOffset()).isEqualTo(acks == 0 ? -1 : 0);
    batch.release();
    assertThat(read(words, 2))
        .extracting(SentRecord::value)
        .containsExactly(Slice.of("a"), Slice.of("b"));
  }

  @Test
  default void withoutAcksNoErrorIsTold() {
    TopicPartition words = newTopic(1);
    TopicPartition absent = sibling(words, 9);
    ProducerProbe producer = newProducer();
    SealedBatch batch = producer.batch(records("a"));
    int leader = producer.probe().leader(words);
    assertThat(producer.ask(producer.request(leader, 0, producer.part(absent, batch))))
        .containsExactly(ProducedPartition.failed(absent, ErrorCode.NONE));
    batch.release();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1})
  default void manyOpenRequestsAreWrittenInTheOrderOfSubmission(int acks) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    int leader = producer.probe().leader(words);
    List<BrokerRequest.Produce> requests = new ArrayList<>();
    List<SentRecord> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<SentRecord> batch = records("w" + i);
      expected.addAll(batch);
      requests.add(producer.request(leader, acks, producer.part(words, producer.batch(batch))));
    }
    List<Long> tokens = requests.stream().map(producer.probe()::submit).toList();
    for (int i = 0; i < 20; i++) {
      ProducedPartition answer =
          ProducerProbe.answers(requests.get(i), producer.probe().await(tokens.get(i))).get(0);
      assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
      assertThat(answer.baseOffset()).isEqualTo(acks == 0 ? -1 : i);
      requests.get(i).parts().get(0).batch().release();
    }
    assertThat(read(words, 20)).extracting(SentRecord::value).isEqualTo(values(expected));
  }

  @ParameterizedTest
  @EnumSource(Compression.Codec.class)
  @DisplayName("a batch that is sent again is the same (B119)")
  default void aBatchThatIsSentAgainIsTheSame(Compression.Codec codec) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    List<SentRecord> records = SampleRecords.ofEveryKind(tenMinutesAgo());
    SealedBatch batch = producer.batch(Compression.of(codec), records);
    int size = batch.sizeBytes();
    for (int i = 0; i < 3; i++) {
      ProducedPartition answer = producer.send(producer.part(words, batch));
      assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
      assertThat(answer.baseOffset()).isEqualTo((long) i * records.size());
      assertThat(batch.sizeBytes()).isEqualTo(size);
      assertThat(batch.recordCount()).isEqualTo(records.size());
    }
    batch.release();
    List<SentRecord> thrice = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      thrice.addAll(records);
    }
    assertThat(read(words, thrice.size())).isEqualTo(thrice);
  }

  private List<SentRecord> read(TopicPartition topicPartition, long end) {
    return newProbe().read(topicPartition, 0, end, IsolationLevel.READ_COMMITTED).stream()
        .map(SeenRecord::sent)
        .toList();
  }

  private static List<@Nullable Slice> values(List<SentRecord> records) {
    return records.stream().map(SentRecord::value).toList();
  }
}
