package io.toppar.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.client.TopparException;
import io.toppar.app.config.ConfigException;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.app.rig.UnsealableGateway;
import io.toppar.app.rig.WatchedGateway;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link ClientBuilder#producer} makes of its keys: a producer that writes, or a refusal. */
class ProducerBuilderTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway memory = new MemoryBrokerGateway(cluster, clock);
  private final WatchedGateway watched = new WatchedGateway(memory);
  private final List<DeliveryReport> reports = new ArrayList<>();

  /** Settings as {@code key=value, key=value}. */
  private ClientBuilder builder(BrokerGateway gateway, String settings) {
    cluster.createTopic("t", 1);
    ClientBuilder builder =
        Toppar.builder()
            .install(AdaptersModule.of(gateway, new MemoryOffsetStore(), clock))
            .runner(new ManualRunner(new Drive(clock, memory)))
            .callbackExecutor(Runnable::run);
    for (String setting : settings.split(", ", -1)) {
      int equals = setting.indexOf('=');
      builder.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return builder;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "linger.ms=5000, delivery.timeout.ms=5000       | linger.ms          | delivery.timeout.ms",
        "linger.ms=120000                               | linger.ms          | delivery.timeout.ms",
        "enable.idempotence=true, acks=1                | enable.idempotence | acks",
        "enable.idempotence=true, max.in.flight=6       | enable.idempotence | max.in.flight",
        "enable.idempotence=true, retries=0             | enable.idempotence | retries",
        "batch.size=2000000                             | batch.size         | max.request.size",
        "batch.size=3000, max.request.size=2000         | batch.size         | max.request.size",
        "buffer.memory=2000, max.request.size=3000      | buffer.memory      | max.request.size",
        "compression.type=gzip, compression.level=10    | compression.type   | compression.level",
        "compression.level=1                            | compression.type   | compression.level",
        "partitioner.ignore.keys=true, partitioner=sticky | partitioner.ignore.keys | partitioner",
      })
  void whatContradictsIsRefusedWithBothNamesAndNothingIsBegun(
      String settings, String one, String other) {
    assertThatThrownBy(() -> builder(watched, settings).producer())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(one)
        .hasMessageContaining(other);
    assertThat(watched.requests(BrokerRequest.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"linger.msec=5", "acks=2", "batch.size=many", "compression.level=23"})
  void aKeyThatIsUnknownOrAValueThatIsNoneIsRefusedByName(String setting) {
    assertThatThrownBy(() -> builder(watched, setting).producer())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(setting.substring(0, setting.indexOf('=')));
  }

  @ParameterizedTest(name = "{0}: idempotent {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "linger.ms=1           | true",
        "delivery.timeout.ms=3 | true",
        "max.request.size=2000 | true",
        "batch.size=1          | true",
        "acks=1                | false",
        "max.in.flight=6       | false",
        "retries=0             | false",
      })
  void aDefaultThatWouldContradictGivesWayAndTheProducerWrites(String setting, boolean idempotent) {
    try (Producer producer = builder(watched, setting).producer()) {
      producer.send(Message.to("t", 0).value("x".repeat(500)), reports::add);
      producer.flush(SECOND);
      assertThat(reports).hasSize(1).allMatch(DeliveryReport::isDelivered);
      assertThat(watched.requests(BrokerRequest.InitProducerId.class)).hasSize(idempotent ? 1 : 0);
    }
  }

  @Test
  void theLargestRequestThatWasSetIsTheBound() {
    try (Producer producer = builder(watched, "max.request.size=2000").producer()) {
      assertThatThrownBy(() -> producer.send(Message.to("t", 0).value(new byte[2_000])))
          .isInstanceOf(TopparException.class)
          .hasMessageContaining("max.request.size, which is 2000");
    }
  }

  @Test
  void aCodecWhoseLibraryIsMissingIsRefusedWithItsArtifactAndHoldsNothing() {
    UnsealableGateway gateway = new UnsealableGateway(memory);
    gateway.failSealing(new IllegalArgumentException("codec LZ4 is at.yawk.lz4:lz4-java"));
    assertThatThrownBy(() -> builder(gateway, "compression.type=lz4").producer())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("compression.type")
        .hasMessageContaining("at.yawk.lz4:lz4-java");
    assertThat(cluster.outstandingBatches()).isZero();
    assertThat(cluster.outstandingBatchBytes()).isZero();
  }

  /** As librdkafka does, for applications whose consumers and producers share their settings. */
  @Test
  void aKeyThatOnlyConsumersLookAtIsLoggedOnceAndIgnored() {
    PrintStream errors = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      builder(memory, "group.id=g, linger.ms=0, client.id=c").producer().close(SECOND);
    } finally {
      System.setErr(errors);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("ignores"))
        .singleElement()
        .asString()
        .contains("WARN", "group.id is a key of consumers; this producer ignores it");
  }
}
