package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.ports.BrokerOutcome.ProducerId;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.SealedBatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a gateway promises about producers with an id, and what the brokers behind it make of their
 * sequences: those in memory the same as real ones (KIP-98, KIP-360).
 */
interface SequencePromises extends GatewayPromises {

  @Test
  default void everyProducerIsGivenAnIdOfItsOwn() {
    ProducerProbe producer = newProducer();
    ProducerId first = producer.identity();
    ProducerId second = producer.identity();
    assertThat(first.producerId()).isNotNegative().isNotEqualTo(second.producerId());
    assertThat(first.producerEpoch()).isZero();
    assertThat(second.producerEpoch()).isZero();
  }

  @Test
  default void whoeverNamesItsIdIsGivenAnotherAtItsFirstEpoch() {
    ProducerProbe producer = newProducer();
    ProducerId before = producer.identity();
    ProducerId after = producer.identity(before);
    assertThat(after.producerId()).isNotEqualTo(before.producerId());
    assertThat(after.producerEpoch()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Compression.Codec.class)
  default void aBatchThatIsInTheLogIsNotAppendedAgain(Compression.Codec codec) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    List<SentRecord> records = records("a", "b", "c");
    SealedBatch batch = producer.batch(Compression.of(codec), records);
    ProducePart part = producer.part(words, batch, identity, 0);
    assertThat(producer.send(part).baseOffset()).isZero();
    ProducedPartition again = producer.send(part);
    assertThat(again.error()).isEqualTo(ErrorCode.NONE);
    assertThat(again.baseOffset()).isZero();
    assertThat(again.logAppendTimeMillis())
        .as("the greatest timestamp of the batch, which is no log append time")
        .isEqualTo(records.get(2).timestamp());
    batch.release();
    ProducedPartition next = sendOne(producer, words, identity, 3);
    assertThat(next.baseOffset()).isEqualTo(3);
    assertThat(texts(words, 4)).containsExactly("a", "b", "c", "s3");
  }

  @ParameterizedTest
  @EnumSource(Compression.Codec.class)
  default void aBatchMayBeSentAgainBySomebodyElse(Compression.Codec codec) {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    List<SentRecord> records = SampleRecords.ofEveryKind(tenMinutesAgo());
    SealedBatch batch = producer.batch(Compression.of(codec), records);
    List<ProducePart> parts =
        List.of(
            producer.part(words, batch, producer.identity(), 0),
            producer.part(words, batch),
            producer.part(words, batch, producer.identity(), 7));
    for (int i = 0; i < parts.size(); i++) {
      ProducedPartition answer = producer.send(parts.get(i));
      assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
      assertThat(answer.baseOffset()).isEqualTo((long) i * records.size());
    }
    batch.release();
    int end = parts.size() * records.size();
    List<SeenRecord> seen = newProbe().read(words, 0, end, IsolationLevel.READ_COMMITTED);
    for (int i = 0; i < end; i++) {
      assertThat(seen.get(i).sent()).isEqualTo(records.get(i % records.size()));
    }
  }

  @Test
  default void theLastFiveBatchesOfAProducerAreKnownAgainAndEarlierOnesAreOutOfOrder() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    for (int sequence = 0; sequence < 7; sequence++) {
      assertThat(sendOne(producer, words, identity, sequence).baseOffset()).isEqualTo(sequence);
    }
    for (int sequence = 2; sequence < 7; sequence++) {
      ProducedPartition again = sendOne(producer, words, identity, sequence);
      assertThat(again.error()).isEqualTo(ErrorCode.NONE);
      assertThat(again.baseOffset()).isEqualTo(sequence);
    }
    assertThat(sendOne(producer, words, identity, 1).error())
        .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(sendOne(producer, words, identity, 7).baseOffset()).isEqualTo(7);
  }

  @Test
  default void aGapIsRefusedUntilItIsFilled() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    sendOne(producer, words, identity, 0);
    ProducedPartition early = sendOne(producer, words, identity, 2);
    assertThat(early.error()).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(early.baseOffset()).isEqualTo(-1);
    assertThat(sendOne(producer, words, identity, 1).error()).isEqualTo(ErrorCode.NONE);
    assertThat(sendOne(producer, words, identity, 2).error()).isEqualTo(ErrorCode.NONE);
    assertThat(texts(words, 3)).containsExactly("s0", "s1", "s2");
  }

  @Test
  default void batchesThatAreOpenTogetherKeepTheirSequences() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    int leader = producer.probe().leader(words);
    List<ProducePart> parts = new ArrayList<>();
    List<Long> tokens = new ArrayList<>();
    for (int sequence = 0; sequence < 5; sequence++) {
      SealedBatch batch = producer.batch(records("s" + sequence));
      parts.add(producer.part(words, batch, identity, sequence));
    }
    for (ProducePart part : parts) {
      tokens.add(producer.probe().submit(producer.request(leader, ProducerProbe.ALL, part)));
    }
    for (int i = 0; i < 5; i++) {
      ProducedPartition answer =
          ProducerProbe.answers(
                  producer.request(leader, ProducerProbe.ALL, parts.get(i)),
                  producer.probe().await(tokens.get(i)))
              .get(0);
      assertThat(answer.error()).isEqualTo(ErrorCode.NONE);
      parts.get(i).batch().release();
    }
    assertThat(texts(words, 5)).containsExactly("s0", "s1", "s2", "s3", "s4");
  }

  @Test
  default void aNewerEpochBeginsWithSequenceZeroAndFencesTheOlder() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId old = producer.identity();
    ProducerId raised = new ProducerId(old.producerId(), (short) (old.producerEpoch() + 1));
    sendOne(producer, words, old, 0);
    assertThat(sendOne(producer, words, raised, 1).error())
        .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(sendOne(producer, words, raised, 0).baseOffset()).isEqualTo(1);
    assertThat(sendOne(producer, words, raised, 1).baseOffset()).isEqualTo(2);
    assertThat(sendOne(producer, words, old, 0).error())
        .as("also of a batch that is in the log")
        .isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
    assertThat(sendOne(producer, words, old, 1).error())
        .isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
  }

  @Test
  default void sequencesAreCountedForEachPartitionByItself() {
    TopicPartition words = newTopic(2);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    for (int sequence = 0; sequence < 3; sequence++) {
      for (int partition = 0; partition < 2; partition++) {
        assertThat(sendOne(producer, sibling(words, partition), identity, sequence).baseOffset())
            .isEqualTo(sequence);
      }
    }
  }

  @Test
  default void ofAProducerThatALogDoesNotKnowAnySequenceIsTaken() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    assertThat(sendOne(producer, words, identity, 41).error()).isEqualTo(ErrorCode.NONE);
    assertThat(sendOne(producer, words, identity, 43).error())
        .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(sendOne(producer, words, identity, 42).error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  default void afterTheGreatestSequenceComesZeroAlsoWithinABatch() {
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    SealedBatch wrapping = producer.batch(records("a", "b", "c"));
    ProducePart part = producer.part(words, wrapping, identity, Integer.MAX_VALUE - 1);
    assertThat(producer.send(part).baseOffset()).isZero();
    assertThat(producer.send(part).baseOffset()).as("a duplicate").isZero();
    wrapping.release();
    assertThat(sendOne(producer, words, identity, 2).error())
        .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(sendOne(producer, words, identity, 1).baseOffset()).isEqualTo(3);
  }

  @Test
  default void anotherLeaderKnowsTheBatchesOfTheOneBefore() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    ProducerProbe producer = newProducer();
    ProducerId identity = producer.identity();
    sendOne(producer, words, identity, 0);
    sendOne(producer, words, identity, 1);
    fixture().moveLeader(words, otherBroker(producer.probe().leader(words)));
    assertThat(sendOne(producer, words, identity, 1).baseOffset()).isEqualTo(1);
    assertThat(sendOne(producer, words, identity, 3).error())
        .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(sendOne(producer, words, identity, 2).baseOffset()).isEqualTo(2);
  }

  /** Sends a batch of one record, whose value is {@code s} and its sequence. */
  private ProducedPartition sendOne(
      ProducerProbe producer, TopicPartition topicPartition, ProducerId identity, int sequence) {
    SealedBatch batch = producer.batch(records("s" + sequence));
    return producer.sendOnce(producer.part(topicPartition, batch, identity, sequence));
  }

  private List<String> texts(TopicPartition topicPartition, long end) {
    return newProbe().read(topicPartition, 0, end, IsolationLevel.READ_COMMITTED).stream()
        .map(SeenRecord::text)
        .toList();
  }
}
