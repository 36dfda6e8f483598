package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.ports.BrokerRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Sending, and what becomes of it. */
@NullUnmarked
class ProducerTest extends ProducerFixture {

  @Test
  void whatIsSentToAPartitionIsThereInOrderAndReportedWithItsOffset() {
    IntStream.range(0, 100).forEach(i -> send(T0, "v" + i));
    producer().flush(SECOND);

    assertThat(values(T0)).isEqualTo(IntStream.range(0, 100).mapToObj(i -> "v" + i).toList());
    assertThat(reports).hasSize(100).allMatch(DeliveryReport::isDelivered);
    assertThat(reports.stream().map(DeliveryReport::offset))
        .isEqualTo(IntStream.range(0, 100).mapToObj(i -> (long) i).toList());
    assertThat(reports).allMatch(report -> report.status() == MessageStatus.PERSISTED);
    assertThat(reports).allMatch(report -> report.topicPartition().equals(T0));
  }

  @Test
  void aMessageCarriesItsKeyItsHeadersAndItsTime() {
    Message message =
        Message.to("t", 1)
            .key("k")
            .value("v")
            .header("h", "one")
            .header("h", "two")
            .header("none", (byte[]) null)
            .timestamp(1_600_000_000_000L);
    producer().send(message);
    producer().flush(SECOND);

    Record record = records(T1).get(0);
    assertThat(record.key().utf8()).isEqualTo("k");
    assertThat(record.value().utf8()).isEqualTo("v");
    assertThat(record.timestamp()).isEqualTo(1_600_000_000_000L);
    assertThat(record.headerCount()).isEqualTo(3);
    assertThat(record.headerKey(1).utf8()).isEqualTo("h");
    assertThat(record.headerValue(1).utf8()).isEqualTo("two");
    assertThat(record.headerValue(2)).isNull();
  }

  @Test
  void nullAndEmptyKeysAndValuesAreToldApart() { // B124
    producer().send(Message.to("t", 0));
    producer().send(Message.to("t", 0).key("").value(""));
    producer().flush(SECOND);

    List<Record> records = records(T0);
    assertThat(records.get(0).key()).isNull();
    assertThat(records.get(0).value()).isNull();
    assertThat(records.get(1).key().length()).isZero();
    assertThat(records.get(1).value().length()).isZero();
  }

  @Test
  void aMessageMayBeChangedAndSentAgainAtOnce() {
    byte[] value = {'a'};
    Message message = Message.to("t", 0).value(value).header("h", value);
    producer().send(message);
    value[0] = 'b';
    producer().send(message.noHeaders());
    test.settle();
    value[0] = 'c';
    producer().send(message);
    value[0] = 'd';
    producer().flush(SECOND);

    assertThat(values(T0)).containsExactly("a", "b", "c");
    assertThat(records(T0).get(0).headerValue(0).utf8()).isEqualTo("a");
  }

  @Test
  void aStageIsCompletedWithTheReport() {
    var delivered = producer().send("t", "k", "v").toCompletableFuture();
    assertThat(delivered).isNotDone();
    producer().flush(SECOND);
    assertThat(delivered.join().isDelivered()).isTrue();
    assertThat(delivered.join().topicPartition().topic()).isEqualTo("t");
  }

  @Test
  void messagesThatWaitedForMetadataKeepTheirOrderWithThoseThatDidNot() {
    IntStream.range(0, 10).forEach(i -> send(T0, "early" + i));
    test.settle();
    IntStream.range(0, 10).forEach(i -> send(T0, "late" + i));
    producer().flush(SECOND);

    assertThat(values(T0)).hasSize(20).startsWith("early0", "early1").endsWith("late8", "late9");
    assertThat(values(T0))
        .isEqualTo(reports.stream().map(report -> values(T0).get((int) report.offset())).toList());
  }

  @Test
  void withAcksZeroDeliveredMeansWrittenAndNoMoreIsKnown() {
    open(new ProducerWishes().acks(0));
    send(T0, "v");
    producer().flush(SECOND);

    assertThat(reports.get(0).isDelivered()).isTrue();
    assertThat(reports.get(0).offset()).isEqualTo(-1);
    assertThat(reports.get(0).status()).isEqualTo(MessageStatus.POSSIBLY_PERSISTED);
    assertThat(values(T0)).containsExactly("v");
  }

  @Test
  void aFullBatchDoesNotWaitForLinger() {
    open(new ProducerWishes().linger(LONG).batchBytes(1_000));
    IntStream.range(0, 30).forEach(i -> send(T0, "x".repeat(100)));
    test.settle();
    test.settle();

    assertThat(reports).hasSizeGreaterThan(15).hasSizeLessThan(30);
  }

  @Test
  void aBatchEndsWithItsMostMessages() {
    open(new ProducerWishes().linger(LONG).batchMessages(10));
    IntStream.range(0, 25).forEach(i -> send(T0, "x"));
    test.settle();
    assertThat(reports).hasSize(20);
  }

  @Test
  void aMessageOverTheLargestRequestIsRefusedAndNothingIsTaken() {
    open(new ProducerWishes().requestBytes(10_000));
    Message message = Message.to("t", 0).value(new byte[10_000]);
    assertThatThrownBy(() -> producer().send(message))
        .isInstanceOfSatisfying(
            TopparException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
              assertThat(e.category()).isEqualTo(ErrorCategory.CONFIGURATION);
              assertThat(e).hasMessageContaining("max.request.size");
            });
    assertThatThrownBy(() -> producer().trySend(message)).isInstanceOf(TopparException.class);
    assertThat(producer().bufferedBytes()).isZero();
  }

  @Test
  void aNameTooLongForAnyTopicIsRefusedAndNobodyIsAskedForIt() {
    Message message = Message.to("t".repeat(250)).value("v");
    assertThatThrownBy(() -> producer().send(message))
        .isInstanceOfSatisfying(
            TopparException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
              assertThat(e.category()).isEqualTo(ErrorCategory.CONFIGURATION);
              assertThat(e).hasMessageContaining("249");
            });
    test.settle();
    assertThat(test.watched.requests(BrokerRequest.Metadata.class)).isEmpty();
  }

  @Test
  void aNameThatIsNoTextIsRefusedWhereverItIsGiven() {
    Message message = Message.to("t\ud800").value("v");
    assertThatThrownBy(() -> producer().send(message))
        .isInstanceOfSatisfying(
            TopparException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION))
        .hasMessageContaining("'t\\ud800'");
    assertThatThrownBy(() -> producer().trySend(message)).isInstanceOf(TopparException.class);
    assertThatThrownBy(() -> producer().partitionCount("t\ud800").toCompletableFuture().join())
        .hasCauseInstanceOf(TopparException.class)
        .hasMessageContaining("'t\\ud800'");
    test.settle();
    assertThat(test.watched.requests(BrokerRequest.Metadata.class)).isEmpty();
  }

  @Test
  void afterCloseSendingSaysSo() {
    producer().close(SECOND);
    assertThatThrownBy(() -> producer().send("t", null, "v"))
        .isInstanceOfSatisfying(
            TopparException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.RECREATE))
        .hasMessageContaining("closed");
    assertThat(test.watched.requests(BrokerRequest.Produce.class)).isEmpty();
  }
}
