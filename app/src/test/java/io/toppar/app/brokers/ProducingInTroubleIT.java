package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.testing.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Three real brokers whose leaders move, which are killed, frozen and brought back, while numbers
 * are written with {@code acks=all}: Kafka's own consumer finds what was acknowledged.
 *
 * <p>At least 20,000 numbers are written by each producer, or as many as {@code
 * -Dtoppar.it.records} says, through as many rounds of trouble as that takes.
 */
@NullUnmarked
class ProducingInTroubleIT {

  private static final int PARTITIONS = 3;
  private static final Map<String, String> REPLICATED = Map.of("min.insync.replicas", "2");

  private final EmbeddedKafka kafka = ThreeBrokers.KAFKA;
  private final int atLeast = Integer.getInteger("toppar.it.records", 20_000);
  private final int enough = Math.max(300, atLeast / 200);

  @Test
  void whatIsAcknowledgedIsThereOnceAndInOrderAndWithoutIdempotenceAtLeastThere() {
    try (NumberedSender once = sender("once", Map.of());
        NumberedSender more = sender("at-least-once", Map.of("enable.idempotence", "false"))) {
      do {
        round(
            count -> {
              once.awaitMore(count);
              more.awaitMore(count);
            });
      } while (once.sent() < atLeast || more.sent() < atLeast);
      once.end(Duration.ofSeconds(60));
      more.end(Duration.ofSeconds(60));

      assertThat(once.failures()).isEmpty();
      assertThat(more.failures()).isEmpty();
      once.requireOnceAndInOrder();
      more.requireNothingLost();
    } finally {
      bringBack();
    }
  }

  /** For the tests that follow, should this one have failed. */
  private void bringBack() {
    for (int node = 1; node <= 3; node++) {
      if (!kafka.liveNodes().contains(node)) {
        kafka.restart(node);
      }
    }
  }

  private NumberedSender sender(String topic, Map<String, String> settings) {
    kafka.createTopic(topic, PARTITIONS, 3, REPLICATED);
    int unreported = Math.max(100, atLeast / 500);
    return new NumberedSender(kafka, topic, PARTITIONS, unreported, settings).start();
  }

  /** Leaders move; then a leader is killed and comes back; then one is frozen and comes back. */
  private void round(Consumer<Integer> awaitMore) {
    awaitMore.accept(enough);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      kafka.moveLeader("once", partition, kafka.leader("once", partition) % 3 + 1);
    }
    awaitMore.accept(enough);

    int killed = kafka.leader("once", 0);
    kafka.kill(killed);
    awaitMore.accept(enough);
    kafka.restart(killed);
    awaitMore.accept(enough);

    int frozen = kafka.leader("once", 1);
    kafka.freeze(frozen);
    awaitMore.accept(enough);
    kafka.thaw(frozen);
    awaitMore.accept(enough);
  }
}
