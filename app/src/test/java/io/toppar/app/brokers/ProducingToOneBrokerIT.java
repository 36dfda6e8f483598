package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Producer;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The only broker of a cluster is restarted, killed or frozen, and its topics change, while numbers
 * are written to it: every message is reported, by the name of what happened to it.
 */
@NullUnmarked
class ProducingToOneBrokerIT {

  private static final int ENOUGH = 300;
  private static final int NODE = 1;

  /** Messages have two seconds. */
  private static final Map<String, String> IMPATIENT =
      Map.of("delivery.timeout.ms", "2000", "request.timeout.ms", "1000");

  /** Its murmur2 is odd, so that it belongs to the second of two partitions. */
  private static final String KEY_OF_THE_SECOND = "1";

  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(1);
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  private static NumberedSender sender(String topic, int partitions, Map<String, String> settings) {
    kafka.createTopic(topic, partitions);
    return new NumberedSender(kafka, topic, partitions, settings);
  }

  @Test
  void aBrokerThatComesBackGoesOnWithTheSequencesItHas() {
    try (NumberedSender sender = sender("restarted", 3, Map.of()).start()) {
      sender.awaitMore(ENOUGH);
      kafka.restart(NODE);
      sender.awaitMore(ENOUGH);
      kafka.kill(NODE);
      kafka.restart(NODE);
      sender.awaitMore(ENOUGH);
      sender.end(Duration.ofSeconds(60));

      assertThat(sender.failures()).isEmpty();
      sender.requireOnceAndInOrder();
    }
  }

  @Test
  void whileTheOnlyBrokerIsFrozenMessagesTimeOutAndLaterOnesAreDelivered() {
    try (NumberedSender sender = sender("frozen", 1, IMPATIENT).start()) {
      sender.awaitMore(ENOUGH);
      kafka.freeze(NODE);
      try {
        sender.awaitFailure();
      } finally {
        kafka.thaw(NODE);
      }
      sender.awaitMore(ENOUGH);
      sender.end(Duration.ofSeconds(60));

      areTold(sender, "frozen", ErrorCode.LOCAL_MSG_TIMED_OUT);
      sender.requireOnceAndInOrder();
    }
  }

  /** All failures of a topic's first partition are told by these names. */
  private static void areTold(NumberedSender sender, String topic, ErrorCode... codes) {
    assertThat(sender.failures()).extracting(DeliveryReport::error).containsOnly(codes);
    assertThat(sender.failures())
        .allMatch(report -> report.topicPartition().equals(new TopicPartition(topic, 0)))
        .allMatch(report -> report.detail().startsWith(topic + "[0]: "));
  }

  @Test
  void closingWithADeadBrokerTakesItsTimeAndNoLongerAndReportsEverything() {
    try (NumberedSender sender = sender("dead", 1, Map.of())) {
      sender.send(0, ENOUGH);
      sender.awaitMore(ENOUGH);
      kafka.kill(NODE);
      try {
        sender.send(0, ENOUGH);
        long from = System.nanoTime();
        sender.end(Duration.ofSeconds(2));
        assertThat(Duration.ofNanos(System.nanoTime() - from))
            .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(6));
      } finally {
        kafka.restart(NODE);
      }
      assertThat(sender.failures()).hasSize(ENOUGH);
      areTold(sender, "dead", ErrorCode.LOCAL_PURGE_QUEUE);
      sender.requireOnceAndInOrder();
    }
  }

  @Test
  void whenATopicIsDeletedWhatIsSentToItFailsByNameAndTheOthersAreServed() {
    Map<String, String> soonSure = Map.of("topic.metadata.propagation.max.ms", "500");
    try (NumberedSender deleted = sender("deleted", 1, soonSure).start();
        NumberedSender other = sender("other", 1, Map.of()).start()) {
      deleted.awaitMore(ENOUGH);
      other.awaitMore(ENOUGH);
      kafka.deleteTopic("deleted");
      deleted.awaitFailure();
      other.awaitMore(ENOUGH);
      deleted.end(Duration.ofSeconds(60));
      other.end(Duration.ofSeconds(60));

      areTold(deleted, "deleted", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
      assertThat(other.failures()).isEmpty();
      other.requireOnceAndInOrder();
    }
  }

  @Test
  void aTopicThatIsDeletedAndMadeAgainGetsAllThatFollows() {
    try (NumberedSender sender = sender("again", 2, Map.of()).start()) {
      sender.awaitMore(ENOUGH);
      kafka.deleteTopic("again");
      kafka.createTopic("again", 2);
      sender.awaitMore(ENOUGH);
      sender.end(Duration.ofSeconds(60));

      assertThat(sender.failures()).isEmpty();
      sender.requireRestOnceAndInOrder();
    }
  }

  @Test
  void aPartitionThatIsAddedGetsTheKeysThatAreItsOwn() throws Exception {
    kafka.createTopic("growing", 1);
    try (Producer producer =
        Toppar.builder()
            .set("bootstrap.servers", kafka.bootstrapServers())
            .set("metadata.max.age.ms", 200)
            .producer()) {
      assertThat(sendKey(producer).partition()).isZero();
      kafka.addPartitions("growing", 2);

      long from = System.nanoTime();
      while (sendKey(producer).partition() == 0) {
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(60));
      }
    }
    assertThat(kafka.read("growing")).last().extracting(ConsumerRecord::partition).isEqualTo(1);
  }

  private static TopicPartition sendKey(Producer producer) throws Exception {
    return producer
        .send("growing", KEY_OF_THE_SECOND, null)
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS)
        .topicPartition();
  }
}
