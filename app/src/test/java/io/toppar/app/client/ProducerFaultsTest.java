package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.domain.produce.RecordFault;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What brokers and metadata may do to messages. */
@NullUnmarked
class ProducerFaultsTest extends ProducerFixture {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static FaultTarget nextProduce() {
    return FaultTarget.next(RequestFamily.PRODUCE);
  }

  private List<String> sendNumbered(int count) {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      send(T0, "v" + i);
      sent.add("v" + i);
      test.pass(Duration.ofMillis(2));
    }
    return sent;
  }

  @Test
  void aRetryIsNotPutBehindWhatCameLater() { // B177
    open(new ProducerWishes().plain(1).linger(Duration.ZERO));
    send(T0, "first");
    producer().flush(SECOND);
    cluster.inject(
        new BrokerFault.FailPartition(nextProduce().of(T0), ErrorCode.NOT_ENOUGH_REPLICAS));
    send(T0, "A");
    test.settle();
    send(T0, "B");
    producer().flush(MINUTE);

    assertThat(values(T0)).containsExactly("first", "A", "B");
  }

  @Test
  void anAcknowledgementThatIsLostDoesNotRepeatTheMessage() {
    cluster.inject(new BrokerFault.Disconnect(nextProduce().times(3)));
    List<String> sent = sendNumbered(20);
    producer().flush(MINUTE);

    assertThat(values(T0)).isEqualTo(sent);
    assertThat(reports).hasSize(20).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void orderIsKeptWhileLeadersMove() {
    cluster.createTopic("m", 1, TopicSettings.DEFAULTS.withReplicas(2));
    List<String> sent = new ArrayList<>();
    TopicPartition m0 = new TopicPartition("m", 0);
    for (int i = 0; i < 100; i++) {
      send(m0, "v" + i);
      sent.add("v" + i);
      if (i % 10 == 9) {
        cluster.moveLeader(m0, 3 - cluster.leader(m0));
      }
      test.pass(Duration.ofMillis(3));
    }
    producer().flush(MINUTE);

    assertThat(values(m0)).isEqualTo(sent);
    assertThat(reports).hasSize(100).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void aPartitionThatWasJustAddedIsFoundByOneRefresh() { // B192
    send(T0, "v");
    producer().flush(SECOND);
    cluster.addPartitions("t", 3);
    TopicPartition third = new TopicPartition("t", 2);
    send(third, "new");
    producer().flush(MINUTE);

    assertThat(reports).hasSize(2).allMatch(DeliveryReport::isDelivered);
    assertThat(values(third)).containsExactly("new");
  }

  @Test
  void aPartitionThatIsNotThereFailsByNameAndTheMessageStaysTheCallers() { // B190
    send(T0, "v");
    producer().flush(SECOND);
    Message message = Message.to("t", 99).value("w").header("h", "kept");
    producer().send(message, reports::add);
    producer().flush(MINUTE);
    assertThat(reports.get(1).error()).isEqualTo(ErrorCode.LOCAL_UNKNOWN_PARTITION);
    assertThat(reports.get(1).status()).isEqualTo(MessageStatus.NOT_PERSISTED);

    producer().send(message.partition(0), reports::add);
    producer().flush(SECOND);
    assertThat(reports.get(2).isDelivered()).isTrue();
    assertThat(records(T0).get(1).headerValue(0).utf8()).isEqualTo("kept");
  }

  @Test
  void aTopicThatDoesNotExistFailsItsMessagesByName() {
    producer().send(Message.to("nowhere").value("v"), reports::add);
    producer().flush(MINUTE);

    assertThat(reports).hasSize(1);
    assertThat(reports.get(0).error())
        .isIn(ErrorCode.LOCAL_UNKNOWN_TOPIC, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(reports.get(0).topicPartition().topic()).isEqualTo("nowhere");
  }

  @Test
  void aMessageThatLastsTooLongSaysThatItsTopicIsNotKnown() {
    open(new ProducerWishes().deliveryTimeout(Duration.ofSeconds(10)));
    producer().send(Message.to("nowhere").value("v"), reports::add);
    producer().flush(MINUTE);

    assertThat(reports.get(0).error()).isEqualTo(ErrorCode.LOCAL_MSG_TIMED_OUT);
    assertThat(reports.get(0).exception())
        .hasMessageStartingWith("nowhere: ")
        .hasMessageContaining("UNKNOWN_TOPIC_OR_PARTITION");
  }

  @Test
  void aMessageThatLastsTooLongSaysThatNobodyTellsOfItsTopic() {
    open(new ProducerWishes().deliveryTimeout(Duration.ofSeconds(10)));
    cluster.stop(1);
    cluster.stop(2);
    producer().send(Message.to("nowhere").value("v"), reports::add);
    producer().flush(MINUTE);

    assertThat(reports.get(0).error()).isEqualTo(ErrorCode.LOCAL_MSG_TIMED_OUT);
    assertThat(reports.get(0).exception()).hasMessageContaining("; metadata is not answered: ");
  }

  @Test
  void aBatchThatIsTooLargeIsCutAndEveryMessageReported() {
    cluster.createTopic("small", 1, TopicSettings.DEFAULTS.withMaxMessageBytes(2_000));
    TopicPartition small = new TopicPartition("small", 0);
    send(small, "0");
    producer().flush(SECOND);
    IntStream.range(1, 20).forEach(i -> send(small, i + "x".repeat(300)));
    producer().flush(MINUTE);

    assertThat(reports).hasSize(20).allMatch(DeliveryReport::isDelivered);
    assertThat(values(small)).hasSize(20);
    assertThat(reports.stream().map(DeliveryReport::offset))
        .isEqualTo(IntStream.range(0, 20).mapToObj(i -> (long) i).toList());
  }

  @Test
  void ofABatchThatIsRefusedOnlyTheCulpritIsToBlame() {
    send(T0, "first");
    producer().flush(SECOND);
    cluster.inject(
        new BrokerFault.RejectRecords(
            nextProduce().of(T0), List.of(new RecordFault(1, "no such key"))));
    IntStream.range(0, 3).forEach(i -> send(T0, "v" + i));
    producer().flush(SECOND);

    assertThat(reports.stream().skip(1).map(DeliveryReport::error))
        .containsExactly(
            ErrorCode.LOCAL_INVALID_DIFFERENT_RECORD,
            ErrorCode.INVALID_RECORD,
            ErrorCode.LOCAL_INVALID_DIFFERENT_RECORD);
    assertThat(reports.get(1).exception().getMessage())
        .containsOnlyOnce("t[0]")
        .containsSubsequence("(LOCAL_INVALID_DIFFERENT_RECORD", "(INVALID_RECORD");
    assertThat(reports.get(2).exception().getMessage())
        .containsOnlyOnce("t[0]")
        .containsOnlyOnce("(INVALID_RECORD")
        .doesNotContain("DIFFERENT");
  }
}
