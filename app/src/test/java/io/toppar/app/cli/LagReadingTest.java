package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Consumer;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.SystemClock;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Offsets held against logs, some of which are in trouble, over brokers in memory. */
class LagReadingTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final SystemClock clock = new SystemClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 2);
  private final Map<OffsetKey, @Nullable StoredOffset> offsets = new LinkedHashMap<>();
  private Consumer consumer = client();

  private Consumer client() {
    return Toppar.builder()
        .set("bootstrap.servers", "memory:1")
        .install(
            AdaptersModule.of(
                MemoryBrokerGateway.threaded(cluster, clock), new MemoryOffsetStore(), clock))
        .consumer();
  }

  @BeforeEach
  void writeTenRecords() {
    cluster.createTopic("t", 2);
    for (int partition = 0; partition < 2; partition++) {
      for (int i = 0; i < 10; i++) {
        cluster.append(new TopicPartition("t", partition), MemoryRecord.of("v"));
      }
    }
  }

  @AfterEach
  void close() {
    consumer.close();
  }

  private void offset(String topic, int partition, @Nullable Long offset) {
    offsets.put(
        new OffsetKey(new TopicPartition(topic, partition), null),
        offset == null ? null : StoredOffset.of(offset));
  }

  private List<LagRow> rows(Duration patience) {
    LagReading reading =
        new LagReading(consumer, consumer.clusterMetadata(List.of("t", "gone"), LONG), patience);
    return reading.report(offsets).rows();
  }

  @Test
  void everyPartitionHasARowAndTroubleHidesNoOther() {
    cluster.deleteRecords(new TopicPartition("t", 0), 4);
    offset("t", 0, 6L);
    offset("t", 1, null);
    offset("t", 7, 3L);
    offset("gone", 0, 5L);

    List<LagRow> rows = rows(LONG);

    assertThat(rows.get(0).logStart()).isEqualTo(4);
    assertThat(rows.get(0).end()).isEqualTo(10);
    assertThat(rows.get(0).lag()).hasValue(4);
    assertThat(rows.get(0).note()).isEmpty();
    assertThat(rows.get(1).end()).isEqualTo(10);
    assertThat(rows.get(1).lag()).isEmpty();
    assertThat(rows.get(2).note()).isEqualTo("no such partition");
    assertThat(rows.get(3).note()).isNotEmpty();
    assertThat(rows.get(3).lag()).isEmpty();
  }

  @Test
  void aPartitionWithoutLeaderSaysSo() {
    int lost = cluster.leader(new TopicPartition("t", 1));
    cluster.stop(lost);
    offset("t", 0, 6L);
    offset("t", 1, 6L);

    List<LagRow> rows = rows(LONG);

    assertThat(rows.get(0).lag()).hasValue(4);
    assertThat(rows.get(1).leader()).isEqualTo(-1);
    assertThat(rows.get(1).note()).startsWith("no leader");
  }

  /** B008: one of the leaders does not answer. */
  @Test
  void aLeaderThatIsSilentTakesOnlyItsOwnPartitions() {
    offset("t", 0, 6L);
    offset("t", 1, 6L);
    rows(LONG);
    cluster.silence(cluster.leader(new TopicPartition("t", 1)));
    LagReading reading =
        new LagReading(
            consumer, consumer.clusterMetadata(List.of("t"), LONG), Duration.ofMillis(500));

    LagReport report = reading.report(offsets);

    assertThat(report.rows().get(0).lag()).hasValue(4);
    assertThat(report.rows().get(1).lag()).isEmpty();
    assertThat(report.rows().get(1).note()).contains("no answer in time");
    assertThat(report.total()).isEqualTo(4);
    assertThat(report.hasTrouble()).isTrue();
  }

  /** O17: the end is the last stable offset, which an open transaction holds back. */
  @Test
  void theEndUnderReadCommittedIsTheLastStableOffset() {
    cluster.begin().append(new TopicPartition("t", 0), MemoryRecord.of("open"));
    offset("t", 0, 6L);

    assertThat(rows(LONG).get(0).lag()).hasValue(4);

    consumer.close();
    consumer =
        Toppar.builder()
            .set("bootstrap.servers", "memory:1")
            .set("isolation.level", "read_uncommitted")
            .install(
                AdaptersModule.of(
                    MemoryBrokerGateway.threaded(cluster, clock), new MemoryOffsetStore(), clock))
            .consumer();
    assertThat(rows(LONG).get(0).lag()).hasValue(5);
  }
}
