package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.json.JsonObject;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicState;
import io.toppar.domain.produce.PartitionLoad;
import io.toppar.domain.produce.ProduceDecision;
import io.toppar.domain.produce.ProducerState;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What a producer knows of itself. */
@NullUnmarked
class ProducerStatisticsTest extends ProducerFixture {

  private ProducerStatistics taken() {
    return producer().statistics(SECOND);
  }

  private ProducerStatistics.Partition of(int partition) {
    return taken().topics().get("t").partitions().get(partition);
  }

  @Test
  void aProducerThatHasDoneNothingHasNothing() {
    ProducerStatistics nothing = taken();

    assertThat(nothing.clientId()).isEqualTo("test");
    assertThat(nothing.bufferBytes()).isZero();
    assertThat(nothing.bufferLimitBytes()).isEqualTo(32L << 20);
    assertThat(nothing.waitingSenders()).isZero();
    assertThat(nothing.state()).isEqualTo(ProducerState.INIT);
    assertThat(nothing.producerId()).isEqualTo(-1);
    assertThat(nothing.topics()).isEmpty();
  }

  @Test
  void whatIsBeingFilledLingers() {
    open(new ProducerWishes().linger(LONG));
    send(T0, "one");
    test.settle();
    send(T0, "two");
    test.pass(Duration.ofMillis(5));

    ProducerStatistics.Partition filled = of(0);
    assertThat(filled.fillingMessages()).isEqualTo(2);
    assertThat(filled.fillingBytes()).isPositive();
    assertThat(filled.missing()).isFalse();
    assertThat(filled.queue().load().decision()).isEqualTo(ProduceDecision.LINGERS);
    assertThat(filled.queue().leaderId()).isEqualTo(cluster.leader(T0));
    assertThat(filled.queue().oldestAgeNanos()).isEqualTo(5_000_000);
    assertThat(of(1).queue().oldestAgeNanos()).isEqualTo(-1);
    assertThat(of(1).queue().load().decision()).isEqualTo(ProduceDecision.EMPTY);
    assertThat(taken().bufferBytes()).isEqualTo(producer().bufferedBytes()).isPositive();
  }

  @Test
  void whatWasSentIsCountedAsOftenAsItWas() {
    open(new ProducerWishes().linger(Duration.ZERO));
    cluster.inject(
        new BrokerFault.FailPartition(
            FaultTarget.next(RequestFamily.PRODUCE).of(T0), ErrorCode.NOT_ENOUGH_REPLICAS));
    send(T0, "one");
    producer().flush(SECOND);

    ProducerStatistics.Partition sent = of(0);
    assertThat(sent.queue().sentMessages()).isEqualTo(2);
    assertThat(sent.queue().sentAgain()).isEqualTo(1);
    assertThat(sent.queue().sentBytes()).isPositive();
    assertThat(sent.queue().load())
        .isEqualTo(new PartitionLoad(ProduceDecision.EMPTY, 0, 0, 0, 0, 0, 0, 0));
    ProducerStatistics all = taken();
    assertThat(all.sentMessages()).isEqualTo(2);
    assertThat(all.sentBytes()).isEqualTo(sent.queue().sentBytes());
    assertThat(all.state()).isEqualTo(ProducerState.ASSIGNED);
    assertThat(all.producerId()).isPositive();
    assertThat(all.brokers()).containsOnlyKeys(-1, 1, 2);
    assertThat(all.brokers().get(cluster.leader(T0)).requests()).isEqualTo(2);
  }

  @Test
  void aPartitionWithoutLeaderSaysSo() {
    send(T0, "one");
    producer().flush(SECOND);
    cluster.stop(cluster.leader(T0));
    cluster.stop(cluster.leader(T1));
    test.pass(Duration.ofSeconds(1));
    send(T0, "two");
    test.pass(Duration.ofSeconds(1));

    assertThat(of(0).queue().load().sealedMessages() + of(0).fillingMessages()).isEqualTo(1);
    assertThat(of(0).queue().load().decision())
        .isIn(ProduceDecision.NO_LEADER, ProduceDecision.BACKS_OFF);
  }

  @Test
  void whatWaitsForMetadataIsCountedByTopic() {
    producer().send(Message.to("nowhere").value("v"), null);
    test.settle();

    ProducerStatistics.Topic topic = taken().topics().get("nowhere");
    assertThat(topic.unassignedMessages()).isEqualTo(1);
    assertThat(topic.partitionCount()).isEqualTo(-1);
    assertThat(topic.state()).isEqualTo(TopicState.UNKNOWN);
    assertThat(topic.error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(topic.partitions()).isEmpty();
    producer().purge(true, true);
  }

  @Test
  @SuppressWarnings("unchecked")
  void theSameIsJsonByLibrdkafkasNames() {
    send(T0, "one");
    producer().flush(SECOND);

    Map<String, Object> all = JsonObject.parse(taken().toJson());

    assertThat(all)
        .containsEntry("client_id", "test")
        .containsEntry("type", "producer")
        .containsEntry("txmsgs", 1L)
        .containsEntry("buffer_bytes", 0L)
        .containsEntry("idemp_state", "Assigned");
    Map<String, Object> topic =
        (Map<String, Object>) ((Map<String, Object>) all.get("topics")).get("t");
    Map<String, Object> partition =
        (Map<String, Object>) ((Map<String, Object>) topic.get("partitions")).get("0");
    assertThat(partition)
        .containsEntry("partition", 0L)
        .containsEntry("leader", (long) cluster.leader(T0))
        .containsEntry("produce_decision", "empty")
        .containsEntry("msgq_cnt", 0L)
        .containsEntry("xmit_msgq_cnt", 0L)
        .containsEntry("msgs_inflight", 0L)
        .containsEntry("oldest_age", -1L)
        .containsEntry("txmsgs", 1L);
  }

  @Test
  void aListenerGetsThemAtTheInterval() {
    List<ProducerStatistics> heard = new ArrayList<>();
    open(new ProducerWishes().statistics(SECOND, heard::add));
    test.pass(Duration.ofMillis(3_500));

    assertThat(heard).hasSize(3);
    assertThat(heard.get(0).ageMicros()).isBetween(1_000_000L, 1_001_000L);
  }

  @Test
  void withoutAnIntervalNobodyIsWoken() {
    List<ProducerStatistics> heard = new ArrayList<>();
    open(new ProducerWishes().statistics(Duration.ZERO, heard::add));
    test.pass(Duration.ofHours(1));

    assertThat(heard).isEmpty();
  }
}
