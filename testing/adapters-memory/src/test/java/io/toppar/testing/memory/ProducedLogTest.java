package io.toppar.testing.memory;

import static io.toppar.testing.memory.MemoryRig.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.ProducerId;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.testing.contracts.SentRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a log makes of what is produced, beyond what every gateway promises. */
final class ProducedLogTest {

  private final MemoryRig rig = new MemoryRig();
  private final MemoryCluster cluster = rig.cluster;

  @AfterEach
  void nothingIsHeld() {
    rig.close();
  }

  @Test
  void aBatchIsInTheLogAsItWasSent() {
    ProducerId identity = rig.producer.identity();
    rig.producer.sendOnce(rig.part("a"));
    List<SentRecord> records = List.of(SentRecord.of(1000, "b"), SentRecord.of(2000, "c"));
    Compression lz4 = Compression.of(Compression.Codec.LZ4);
    rig.producer.sendOnce(rig.producer.part(T0, rig.producer.batch(lz4, records), identity, 7));
    List<WrittenBatch> batches = cluster.batches(T0);
    assertThat(batches).hasSize(2);
    assertThat(batches.get(0).producerId()).isEqualTo(-1);
    assertThat(batches.get(0).compression()).isEqualTo(Compression.NONE);
    assertThat(batches.get(1))
        .isEqualTo(
            new WrittenBatch(
                1,
                identity.producerId(),
                identity.producerEpoch(),
                7,
                lz4,
                List.of(MemoryRecord.of("b").at(1000), MemoryRecord.of("c").at(2000))));
  }

  @Test
  void whatALogHasLostItsProducersMaySendAgain() {
    ProducerId identity = rig.producer.identity();
    for (int sequence = 0; sequence < 4; sequence++) {
      rig.producer.sendOnce(rig.part(identity, sequence, "s" + sequence));
    }
    cluster.electUnclean(T0, 2, 2);
    assertThat(error(identity, 4)).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    assertThat(rig.producer.sendOnce(rig.part(identity, 1, "s1")).baseOffset()).isEqualTo(1);
    assertThat(rig.producer.sendOnce(rig.part(identity, 2, "s2")).baseOffset()).isEqualTo(2);
    assertThat(rig.log()).containsExactly("s0", "s1", "s2");
  }

  @Test
  void aCutNeverGoesThroughABatchOfAProducerWithAnId() {
    ProducerId identity = rig.producer.identity();
    rig.producer.sendOnce(rig.part(identity, 0, "a", "b"));
    rig.producer.sendOnce(rig.part(identity, 2, "c", "d"));
    cluster.electUnclean(T0, 2, 3);
    assertThat(cluster.highWatermark(T0)).isEqualTo(2);
    assertThat(rig.producer.sendOnce(rig.part(identity, 2, "c", "d")).baseOffset()).isEqualTo(2);
    assertThat(rig.log()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void compactionAndDeletedRecordsLeaveSequencesKnown() {
    ProducerId identity = rig.producer.identity();
    rig.producer.sendOnce(rig.part(identity, 0, "a"));
    rig.producer.sendOnce(rig.part(identity, 1, "b"));
    cluster.removeRecords(T0, List.of(0L), false);
    cluster.deleteRecords(T0, 2);
    assertThat(rig.producer.sendOnce(rig.part(identity, 1, "b")).baseOffset()).isEqualTo(1);
    assertThat(error(identity, 3)).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
  }

  @Test
  void aLogThatForgetsItsProducersTakesAnySequence() {
    ProducerId identity = rig.producer.identity();
    rig.producer.sendOnce(rig.part(identity, 0, "a"));
    cluster.forgetProducers(T0);
    assertThat(error(identity, 5)).isEqualTo(ErrorCode.NONE);
    assertThat(error(identity, 7)).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
  }

  @Test
  void aTopicMadeAgainDoesNotKnowItsProducers() {
    ProducerId identity = rig.producer.identity();
    rig.producer.sendOnce(rig.part(identity, 0, "a"));
    cluster.recreateTopic("t");
    assertThat(rig.producer.sendOnce(rig.part(identity, 0, "a")).baseOffset()).isZero();
    assertThat(rig.log()).containsExactly("a");
  }

  @Test
  void theAnswerToADuplicateTellsTheTimeOfTheFirstAppend() {
    ProducerId identity = rig.producer.identity();
    ProducePart part = rig.part(identity, 0, "a");
    assertThat(rig.producer.send(part).logAppendTimeMillis()).isEqualTo(-1);
    assertThat(rig.producer.sendOnce(part).logAppendTimeMillis()).isEqualTo(1000);
  }

  @Test
  void withTooFewReplicasOnlyWhoeverWantsAllOfThemIsRefused() {
    TopicSettings settings = TopicSettings.DEFAULTS.withReplicas(2).withMinInSyncReplicas(2);
    cluster.createTopic("r", 1, settings);
    TopicPartition replicated = new TopicPartition("r", 0);
    ProducePart part = rig.producer.part(replicated, rig.part("a").batch());
    assertThat(rig.producer.send(part).error()).isEqualTo(ErrorCode.NONE);
    cluster.stop(cluster.leader(replicated));
    int leader = cluster.leader(replicated);
    assertThat(rig.producer.ask(rig.producer.request(leader, -1, part)).get(0).error())
        .isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
    assertThat(rig.producer.ask(rig.producer.request(leader, 1, part)).get(0).baseOffset())
        .isEqualTo(1);
    part.batch().release();
  }

  @Test
  void aTopicMayTakeSmallerBatchesThanOthers() {
    cluster.createTopic("small", 1, TopicSettings.DEFAULTS.withMaxMessageBytes(100));
    ProducePart part =
        rig.producer.part(new TopicPartition("small", 0), rig.part("x".repeat(100)).batch());
    assertThat(rig.producer.sendOnce(part).error()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
  }

  @Test
  void acksThatDoNotExistAreRefused() {
    ProducePart part = rig.part("a");
    assertThat(rig.producer.ask(rig.producer.request(cluster.leader(T0), 2, part)).get(0).error())
        .isEqualTo(ErrorCode.INVALID_REQUIRED_ACKS);
    part.batch().release();
  }

  @Test
  void aWaitingReaderHearsOfWhatIsProduced() {
    long waiting = rig.probe.submit(rig.fetch(0).waiting(1, 20_000).request());
    rig.gateway().runDue();
    long before = rig.clock.nanoTime();
    rig.producer.sendOnce(rig.part("a"));
    assertThat(rig.probe.news(waiting).of(T0).texts()).containsExactly("a");
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
  }

  @Test
  void aProduceDoesNotOvertakeAnotherHoweverLongTheirWaysAre() {
    for (long seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      rig.gateway().latency(() -> random.nextInt(5_000_000));
      List<ProducePart> parts = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        parts.add(rig.part("w" + i));
      }
      long first = cluster.highWatermark(T0);
      List<Long> tokens = parts.stream().map(part -> rig.probe.submit(rig.request(part))).toList();
      for (int i = 0; i < 30; i++) {
        BrokerOutcome.Produced produced = (BrokerOutcome.Produced) rig.probe.await(tokens.get(i));
        assertThat(produced.partitions())
            .as("seed %d, request %d", seed, i)
            .extracting(ProducedPartition::baseOffset)
            .containsExactly(first + i);
        parts.get(i).batch().release();
      }
    }
  }

  private ErrorCode error(ProducerId identity, int sequence) {
    return rig.producer.sendOnce(rig.part(identity, sequence, "s" + sequence)).error();
  }
}
