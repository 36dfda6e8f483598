package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.client.SendResult;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.ProducerKeys;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.ClientBuilder;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of docs/producing.md, as they stand there. */
@NullUnmarked
class ProducingGuideTest {

  private record Reading(String sensor, String text) {}

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
  private final ManualRunner runner = new ManualRunner(new Drive(clock, gateway));
  private final ClientBuilder client =
      Toppar.builder()
          .set(ClientKeys.BOOTSTRAP_SERVERS, List.of("memory:9092"))
          .install(AdaptersModule.of(gateway, clock))
          .callbackExecutor(Runnable::run)
          .runner(runner);
  private final List<DeliveryReport> noted = new ArrayList<>();
  private final List<String> alarms = new ArrayList<>();

  ProducingGuideTest() {
    cluster.createTopic("readings", 1);
  }

  private void note(Reading reading, DeliveryReport report) {
    assertThat(reading.text()).isNotEmpty();
    noted.add(report);
  }

  private void alarm(String text) {
    alarms.add(text);
  }

  private void doSomethingElse() {
    assertThat(runner.drive(clock.nanoTime() + Duration.ofMinutes(1).toNanos()))
        .isEqualTo(DutyRunner.Drive.WORKED);
  }

  @Test
  void everyReadingIsSentAndNoted() {
    List<Reading> readings = List.of(new Reading("a", "1"), new Reading("b", "2"));
    // docs: send
    try (Producer producer = client.producer()) {
      Message message = new Message();
      for (Reading reading : readings) {
        message.clear().topic("readings").key(reading.sensor()).value(reading.text());
        producer.send(message, report -> note(reading, report));
      }
      producer.flush(Duration.ofSeconds(30));
    }
    // docs: end
    assertThat(noted).hasSize(2).allMatch(DeliveryReport::isDelivered);
    assertThat(cluster.highWatermark(new TopicPartition("readings", 0))).isEqualTo(2);
  }

  @Test
  void aListenerCountsWhatIsDelivered() {
    // docs: listener
    AtomicLong delivered = new AtomicLong();
    Producer producer =
        client
            .deliveryListener(
                batch -> {
                  if (batch.isDelivered()) {
                    delivered.addAndGet(batch.messageCount());
                  } else {
                    alarm(batch.detail());
                  }
                })
            .producer();
    // docs: end
    producer.send(Message.to("readings").value("1"), null);
    producer.send(Message.to("nowhere").value("2"), null);
    producer.flush(Duration.ofMinutes(1));
    assertThat(delivered).hasValue(1);
    assertThat(alarms).singleElement().asString().startsWith("nowhere");
    producer.close();
  }

  @Test
  void whoDoesNotWaitMayDoSomethingElse() {
    client.set(ProducerKeys.BUFFER_MEMORY, 5_000L);
    try (Producer producer = client.producer()) {
      Message message = Message.to("readings").value("x".repeat(1_000));
      for (int i = 0; i < 20; i++) {
        // docs: try
        while (producer.trySend(message) == SendResult.QUEUE_FULL) {
          doSomethingElse();
        }
        // docs: end
      }
    }
    assertThat(cluster.highWatermark(new TopicPartition("readings", 0))).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"send", "listener", "try"})
  void theGuideShowsThisCode(String part) throws IOException {
    new Guide("producing.md", getClass()).assertShows(part);
  }
}
