package io.toppar.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ThreeNodesIT {
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.builder().nodes(3).config("broker.rack", "rack-{node}").start();
  }

  @AfterAll
  static void closeKafka() {
    kafka.close();
  }

  @Test
  void aNodeKilledAndRestartedKeepsItsDataAndItsPort() {
    kafka.createTopic("killed", 1);
    int leader = kafka.leader("killed", 0);
    String address = kafka.address(leader);
    kafka.write("killed", 0, "a", "b");

    kafka.kill(leader);
    assertThat(kafka.process(leader).isAlive()).isFalse();
    kafka.restart(leader);

    assertThat(kafka.address(leader)).isEqualTo(address);
    assertThat(kafka.leader("killed", 0)).isEqualTo(leader);
    assertThat(values("killed")).containsExactly("a", "b");
  }

  @Test
  void aStoppedNodeHandsOverItsLeadership() {
    kafka.createTopic("stopped", 1, 3, Map.of());
    int leader = kafka.leader("stopped", 0);
    kafka.stop(leader);
    assertThat(kafka.liveNodes()).hasSize(2).doesNotContain(leader);
    assertThat(kafka.leader("stopped", 0)).isNotEqualTo(leader);
    kafka.restart(leader);
    assertThat(kafka.liveNodes()).hasSize(3);
  }

  @Test
  void aFrozenNodeDoesNotAnswerUntilItIsThawed() {
    kafka.createTopic("frozen", 1);
    int leader = kafka.leader("frozen", 0);
    kafka.write("frozen", 0, "a");

    kafka.freeze(leader);
    assertThat(kafka.liveNodes()).doesNotContain(leader);
    assertThat(kafka.process(leader).isAlive()).isTrue();
    assertThatThrownBy(
            () ->
                kafka.write(
                    List.of(new ProducerRecord<>("frozen", bytes("b"))),
                    WriteOptions.defaults()
                        .with("max.block.ms", "1000")
                        .with("linger.ms", "0")
                        .with("request.timeout.ms", "500")
                        .with("delivery.timeout.ms", "1000")))
        .isInstanceOf(BrokerFailure.class);

    kafka.thaw(leader);
    assertThat(kafka.leader("frozen", 0)).isEqualTo(leader);
    assertThat(values("frozen")).contains("a");
  }

  @Test
  void aLeaderMovesToANodeThatWasNoReplica() {
    kafka.createTopic("moved", 1);
    kafka.write("moved", 0, "a");
    int from = kafka.leader("moved", 0);
    int to = from % 3 + 1;
    kafka.moveLeader("moved", 0, to);
    assertThat(kafka.leader("moved", 0)).isEqualTo(to);
    assertThat(values("moved")).containsExactly("a");
  }

  @Test
  void aLeaderMovesAmongItsReplicas() {
    kafka.createTopic("moved-among", 2, 3, Map.of());
    int to = kafka.leader("moved-among", 1) % 3 + 1;
    kafka.moveLeader("moved-among", 1, to);
    assertThat(kafka.leader("moved-among", 1)).isEqualTo(to);
  }

  private static List<String> values(String topic) {
    return kafka.read(topic).stream()
        .map(ConsumerRecord::value)
        .map(value -> new String(value, StandardCharsets.UTF_8))
        .toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
