package io.toppar.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.Producer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.client.TopparException;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.ConfigException;
import io.toppar.app.config.Configuration;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way of putting a client together that we support makes one that opens and closes. */
class ClientBuilderTest {

  private static final TopicPartition T0 = new TopicPartition("t", 0);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String NOWHERE = "127.0.0.1:1";

  @TempDir Path folder;

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = threeRecords(clock);

  private static MemoryCluster threeRecords(ManualClock clock) {
    MemoryCluster cluster = new MemoryCluster(clock, 1);
    cluster.createTopic(T0.topic(), 1);
    cluster.append(T0, MemoryRecord.of("a"), MemoryRecord.of("b"), MemoryRecord.of("c"));
    return cluster;
  }

  private static Module gateway(BrokerGateway gateway) {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(BrokerGateway.class).toInstance(gateway);
      }
    };
  }

  private static Module store(OffsetStore store) {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(OffsetStore.class).toInstance(store);
      }
    };
  }

  private static Module clock(Clock clock) {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(Clock.class).toInstance(clock);
      }
    };
  }

  private MemoryOffsetStore memoryStore() {
    return new MemoryOffsetStore();
  }

  static Stream<Arguments> combinations() {
    return Stream.of(true, false)
        .flatMap(
            ownGateway ->
                Stream.of("own", "files", "journal", "broker", "none")
                    .flatMap(
                        store ->
                            Stream.of(true, false)
                                .map(ownClock -> Arguments.of(ownGateway, store, ownClock))));
  }

  @ParameterizedTest(name = "own gateway {0}, offsets {1}, own clock {2}")
  @MethodSource("combinations")
  void everySupportedCombinationMakesAClient(boolean ownGateway, String store, boolean ownClock) {
    ClientBuilder builder = Toppar.builder();
    if (ownGateway) {
      builder.install(gateway(new MemoryBrokerGateway(cluster, clock)));
    } else {
      builder.set(ClientKeys.BOOTSTRAP_SERVERS, List.of(NOWHERE));
    }
    switch (store) {
      case "own" -> builder.install(store(memoryStore()));
      case "files" ->
          builder.set("offset.store.method", "file").set("offset.store.path", folder.toString());
      case "journal" ->
          builder
              .set("offset.store.method", "file")
              .set("offset.store.layout", "journal")
              .set("offset.store.path", folder.toString());
      case "broker" -> builder.set("offset.store.method", "broker").set("group.id", "g");
      default -> builder.set("offset.store.method", "none");
    }
    if (ownClock) {
      builder.install(clock(new SystemClock()));
    }
    try (Consumer consumer = builder.consumer()) {
      assertThat(consumer.assignment()).isEmpty();
    }
  }

  @Test
  void adaptersOfOnesOwnServeAClientWithoutThreads() {
    Consumer consumer = manual(cluster);
    consumer.assign(List.of(Assignment.beginning(T0)));
    try (RecordBatch batch = Objects.requireNonNull(consumer.poll(SECOND))) {
      assertThat(batch.nextOffset()).isEqualTo(3);
    }
    consumer.close(SECOND);
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  private Consumer manual(MemoryCluster over) {
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(over, clock);
    Drive drive = new Drive(clock, gateway);
    return Toppar.builder()
        .install(
            AdaptersModule.of(
                gateway, new MemoryOffsetStore(new MemoryOffsets(), drive.storeExecutor()), clock))
        .runner(new ManualRunner(drive))
        .consumer();
  }

  @Test
  void offsetsKeptByBrokersGoThroughTheClientsOwnGatewayAndRunner() {
    for (int start = 0; start < 3; start++) {
      MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
      Consumer consumer =
          Toppar.builder()
              .install(gateway(gateway), clock(clock))
              .runner(new ManualRunner(new Drive(clock, gateway)))
              .setAll(
                  Map.of(
                      "offset.store.method", "broker",
                      "group.id", "g",
                      "auto.offset.reset", "earliest",
                      "enable.auto.offset.store", "false"))
              .consumer();
      consumer.assign(List.of(Assignment.stored(T0)));
      try (RecordBatch batch = Objects.requireNonNull(consumer.poll(SECOND))) {
        assertThat(batch.baseOffset()).isEqualTo(start);
      }
      consumer.store(T0, start + 1);
      consumer.close(SECOND);
      assertThat(cluster.committed("g", T0)).isEqualTo(StoredOffset.of(start + 1));
    }
  }

  @Test
  void twoClientsInOneProcessShareNothing() {
    Consumer first = manual(threeRecords(clock));
    Consumer second = manual(cluster);
    first.assign(List.of(Assignment.beginning(T0)));
    assertThat(second.assignment()).isEmpty();
    first.close(SECOND);

    second.assign(List.of(Assignment.beginning(T0)));
    try (RecordBatch batch = Objects.requireNonNull(second.poll(SECOND))) {
      assertThat(batch.nextOffset()).isEqualTo(3);
    }
    second.close(SECOND);
  }

  @Test
  void aClientWithoutAnOffsetStoreSaysSoWhenAskedToCommit() {
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
    Consumer consumer =
        Toppar.builder()
            .install(gateway(gateway), clock(clock))
            .runner(new ManualRunner(new Drive(clock, gateway)))
            .set("auto.offset.reset", "earliest")
            .consumer();
    consumer.assign(List.of(Assignment.stored(T0)));
    try (RecordBatch batch = Objects.requireNonNull(consumer.poll(SECOND))) {
      batch.forEach(record -> {});
    }
    consumer.poll(Duration.ZERO);
    assertThat(consumer.commit(SECOND).get(T0))
        .satisfies(result -> assertThat(result.detail()).contains("offset.store.method=file"));
    consumer.close(SECOND);
  }

  @Test
  void whatIsSetAfterAWholeConfigurationHoldsAndWhatWasSetBeforeDoesNot() {
    Configuration shared = Configuration.of(Map.of("client.id", "shared", "group.id", "g"));
    try (Consumer consumer = over(shared).setAll(Map.of("client.id", "reader")).consumer();
        Producer producer = over(shared).set(ClientKeys.CLIENT_ID, "writer").producer();
        Producer plain = over(shared).producer()) {
      assertThat(consumer.statistics(SECOND).clientId()).isEqualTo("reader");
      assertThat(producer.statistics(SECOND).clientId()).isEqualTo("writer");
      assertThat(plain.statistics(SECOND).clientId()).isEqualTo("shared");
    }
  }

  /** A client over a gateway of its own, set at first to something else than this. */
  private ClientBuilder over(Configuration shared) {
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
    return Toppar.builder()
        .install(AdaptersModule.of(gateway, clock))
        .runner(new ManualRunner(new Drive(clock, gateway)))
        .set(ClientKeys.CLIENT_ID, "before")
        .configuration(shared);
  }

  @Test
  void missingServersAreAConfigurationError() {
    assertThatThrownBy(() -> Toppar.builder().consumer())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("bootstrap.servers");
  }

  @Test
  void anUnreachableClusterAnswersWithinTheTimeout() {
    try (Consumer consumer =
        Toppar.builder().set(ClientKeys.BOOTSTRAP_SERVERS, List.of(NOWHERE)).consumer()) {
      assertThatThrownBy(() -> consumer.clusterMetadata(null, Duration.ofMillis(300)))
          .isInstanceOf(TopparException.class);
      assertThat(consumer.poll(Duration.ofMillis(10))).isNull();
    }
  }
}
