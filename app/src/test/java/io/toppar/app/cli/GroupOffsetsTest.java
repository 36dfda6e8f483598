package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.app.engine.BrokerOffsetStore;
import io.toppar.app.engine.ThreadRunner;
import io.toppar.app.json.Bytes;
import io.toppar.app.rig.WatchedGateway;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.SystemClock;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.MemoryTransaction;
import io.toppar.testing.memory.RequestFamily;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a group has committed, of topics that are gone too, over brokers in memory. */
class GroupOffsetsTest {

  private static final long MILLI = 1_000_000;
  private static final String G = "g";

  private final SystemClock clock = new SystemClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 2);
  private final WatchedGateway watched =
      new WatchedGateway(MemoryBrokerGateway.threaded(cluster, clock));
  private final StoreSession session =
      new StoreSession(
          new BrokerOffsetStore(
              new GroupConfig(10 * MILLI, 50 * MILLI, 2_000 * MILLI, 3_000 * MILLI, 10_000),
              new SplittableRandom(7),
              watched,
              clock,
              new ThreadRunner("offsets", clock)),
          false);
  private final ClusterOptions options = ClusterOptions.of("memory:1", List.of());
  private final Configuration configuration = options.configuration().build();
  private final Consumer consumer =
      Toppar.builder()
          .set("bootstrap.servers", "memory:1")
          .install(
              AdaptersModule.of(
                  MemoryBrokerGateway.threaded(cluster, clock), new MemoryOffsetStore(), clock))
          .consumer();

  @BeforeEach
  void commitOffsetsOfWhatIsThereAndOfWhatIsGone() {
    cluster.createTopic("old", 1);
    cluster.createTopic("t", 3);
    cluster.append(new TopicPartition("t", 0), MemoryRecord.of("v"));
    commit("t", 0, 1);
    commit("t", 7, 5);
    commit("old", 0, 9);
    cluster.deleteTopic("old");
  }

  @AfterEach
  void close() {
    session.close();
    consumer.close();
  }

  private void commit(String topic, int partition, long offset) {
    cluster.commit(G, new TopicPartition(topic, partition), StoredOffset.of(offset));
  }

  private static OffsetKey key(String topic, int partition) {
    return new OffsetKey(new TopicPartition(topic, partition), G);
  }

  private GroupOffsets read(@Nullable String topic) {
    return GroupOffsets.read(options, consumer, configuration, session, G, topic);
  }

  @Test
  void everythingIsOneRequestAndWhatIsGoneIsMarked() {
    GroupOffsets all = read(null);

    assertThat(all.offsets().keySet()).containsExactly(key("old", 0), key("t", 0), key("t", 7));
    assertThat(all.absent()).isEmpty();
    assertThat(all.failures()).isEmpty();
    assertThat(all.gone())
        .containsOnlyKeys(key("old", 0), key("t", 7))
        .containsEntry(key("old", 0), "the topic is not there any more")
        .containsEntry(
            key("t", 7), "the partition is not there any more; the topic has 3, numbered from 0");
    assertThat(watched.requests(BrokerRequest.OffsetFetch.class)).hasSize(1);

    Bytes text = new Bytes();
    OffsetTable.of(all).appendTo(text);
    assertThat(text.toString().lines().skip(1).findFirst().orElseThrow())
        .endsWith("the topic is not there any more");
    Bytes json = new Bytes();
    all.appendJson(json);
    assertThat(json.toString().lines())
        .contains(
            "{\"topic\":\"old\",\"partition\":0,\"group\":\"g\",\"offset\":9,"
                + "\"leader_epoch\":null,\"metadata\":\"\","
                + "\"note\":\"the topic is not there any more\"}",
            "{\"topic\":\"t\",\"partition\":0,\"group\":\"g\",\"offset\":1,"
                + "\"leader_epoch\":null,\"metadata\":\"\"}");
  }

  @Test
  void ofOneTopicThePartitionsWithoutAnOffsetAreKnownToo() {
    GroupOffsets some = read("t");

    assertThat(some.offsets().keySet()).containsExactly(key("t", 0), key("t", 7));
    assertThat(some.absent()).containsExactly(key("t", 1), key("t", 2));
    assertThat(read("old").gone()).containsOnlyKeys(key("old", 0));
    assertThatThrownBy(() -> read("never"))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("topic 'never' is not known at memory:1");
  }

  @Test
  void aGroupOfWhichNothingIsKeptHasNothing() {
    GroupOffsets none =
        GroupOffsets.read(options, consumer, configuration, session, "nobody", null);
    assertThat(none.offsets()).isEmpty();
    assertThat(none.topics()).isNull();
  }

  @Test
  void whatCannotBeToldAtOnceIsAskedForByItselfAndHidesNoOther() {
    cluster.inject(
        new BrokerFault.FailPartition(
            FaultTarget.next(RequestFamily.OFFSET_FETCH).of(new TopicPartition("t", 0)).times(9),
            ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    GroupOffsets all = read(null);

    assertThat(all.failures()).containsOnlyKeys(key("t", 0));
    assertThat(all.failures().get(key("t", 0))).contains("allow it to READ topic 't'");
    assertThat(all.offsets().keySet()).containsExactly(key("old", 0), key("t", 7));
    Bytes json = new Bytes();
    all.appendProblems(json);
    assertThat(json.toString().lines())
        .singleElement()
        .asString()
        .startsWith(
            "{\"problem\":\"unreadable\",\"topic\":\"t\",\"partition\":0,\"group\":\"g\",\"detail\":")
        .contains("allow it to READ topic 't'");
  }

  @Test
  void anOffsetOfAnOpenTransactionIsWaitedFor() {
    MemoryTransaction transaction = cluster.begin();
    transaction.commitOffset(G, new TopicPartition("t", 1), StoredOffset.of(4));
    GroupOffsets open = read(null);
    assertThat(open.failures()).containsOnlyKeys(key("t", 1));
    assertThat(open.failures().get(key("t", 1))).contains("in time");

    transaction.commit();
    assertThat(read(null).offsets()).containsEntry(key("t", 1), StoredOffset.of(4));
  }

  @Test
  void theLagOfWhatIsGoneIsUnknownForAReasonAndTheRestIsKnown() {
    try (GroupLag lag = new GroupLag(G, null, options, configuration, session)) {
      LagReport report = lag.read(consumer).report();

      assertThat(report.rows())
          .extracting(LagRow::key)
          .containsExactly(key("old", 0), key("t", 0), key("t", 7));
      assertThat(report.rows().get(0).lag()).isEmpty();
      assertThat(report.rows().get(0).note()).isEqualTo("the topic is not there any more");
      assertThat(report.rows().get(1).lag()).hasValue(0);
      assertThat(report.rows().get(2).note()).startsWith("the partition is not there any more");
      assertThat(report.total()).isZero();
      assertThat(report.unknown()).isEqualTo(2);
    }
  }
}
