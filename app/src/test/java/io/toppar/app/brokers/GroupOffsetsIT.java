package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.CommitResult;
import io.toppar.app.client.Consumer;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Offsets that a client keeps at real brokers, beside what Kafka's own clients and tools see, while
 * the group's coordinator moves and dies.
 */
@NullUnmarked
class GroupOffsetsIT {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String OFFSETS = "__consumer_offsets";

  private final EmbeddedKafka kafka = ThreeBrokers.KAFKA;

  private Consumer consumer(String group) {
    return Toppar.builder()
        .setAll(
            Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "offset.store.method", "broker",
                "group.id", group,
                "enable.auto.offset.store", "false",
                "auto.commit.interval.ms", "0",
                "auto.offset.reset", "latest"))
        .consumer();
  }

  private TopicPartition topic(String name, int records) {
    kafka.createTopic(name, 1, 3, Map.of());
    for (int i = 0; i < records; i++) {
      kafka.write(name, 0, Integer.toString(i));
    }
    return new TopicPartition(name, 0);
  }

  private OffsetAndMetadata shown(String group, TopicPartition partition) throws Exception {
    return kafka
        .admin()
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .get()
        .get(kafkas(partition));
  }

  private static org.apache.kafka.common.TopicPartition kafkas(TopicPartition partition) {
    return new org.apache.kafka.common.TopicPartition(partition.topic(), partition.partition());
  }

  private static void assertCommitted(Map<TopicPartition, CommitResult> results) {
    assertThat(results.values()).allSatisfy(result -> assertThat(result.isOk()).isTrue());
  }

  /** B157, B149. */
  @Test
  void kafkasToolsShowWhatWasStoredAndTheClientReadsWhatTheyCommitted() throws Exception {
    TopicPartition words = topic("shown", 10);
    try (Consumer consumer = consumer("shown")) {
      consumer.assign(List.of(Assignment.beginning(words)));
      consumer.store(words, 5, 0, "\n\u0014\0\u001e(");
      assertCommitted(consumer.commit(MINUTE));
      OffsetAndMetadata first = new OffsetAndMetadata(5, Optional.of(0), "\n\u0014\0\u001e(");
      assertThat(shown("shown", words)).isEqualTo(first);

      consumer.store(words, 8);
      assertCommitted(consumer.commit(MINUTE));
      assertThat(shown("shown", words)).isEqualTo(new OffsetAndMetadata(8, Optional.empty(), ""));
    }
    assertThat(kafka.admin().listGroups().all().get())
        .extracting(GroupListing::groupId)
        .contains("shown");

    OffsetAndMetadata theirs = new OffsetAndMetadata(3, Optional.of(0), "r\u00fcckw\u00e4rts");
    kafka.admin().alterConsumerGroupOffsets("shown", Map.of(kafkas(words), theirs)).all().get();
    try (Consumer consumer = consumer("shown")) {
      assertThat(consumer.committed(List.of(words), MINUTE))
          .containsEntry(words, new StoredOffset(3, 0, "r\u00fcckw\u00e4rts"));
      consumer.assign(List.of(Assignment.stored(words)));
      assertThat(consumer.poll(MINUTE).baseOffset()).isEqualTo(3);
    }
  }

  @Test
  void commitsGoOnWhileTheCoordinatorMovesAndDiesAndNoneIsLost() throws Exception {
    TopicPartition words = topic("moved", 1);
    try (Consumer consumer = consumer("moved")) {
      consumer.assign(List.of(Assignment.beginning(words)));
      consumer.store(words, 1);
      assertCommitted(consumer.commit(MINUTE));

      List<CompletionStage<Map<TopicPartition, CommitResult>>> commits = new ArrayList<>();
      for (int i = 2; i <= 200; i++) {
        if (i == 100) {
          kafka.moveLeader(OFFSETS, 0, kafka.leader(OFFSETS, 0) % 3 + 1);
        }
        consumer.store(words, i);
        commits.add(consumer.commitAsync());
      }
      for (CompletionStage<Map<TopicPartition, CommitResult>> commit : commits) {
        assertCommitted(commit.toCompletableFuture().get());
      }
      assertThat(shown("moved", words).offset()).isEqualTo(200);

      int killed = kafka.leader(OFFSETS, 0);
      consumer.store(words, 201);
      CompletionStage<Map<TopicPartition, CommitResult>> before = consumer.commitAsync();
      kafka.kill(killed);
      consumer.store(words, 202);
      assertCommitted(consumer.commit(MINUTE));
      assertCommitted(before.toCompletableFuture().get());
      assertThat(kafka.leader(OFFSETS, 0)).isNotEqualTo(killed);
      assertThat(shown("moved", words).offset()).isEqualTo(202);
      kafka.restart(killed);
    }
  }

  @Test
  void aGroupWithLiveMembersRefusesAndSaysWhatToDo() throws Exception {
    TopicPartition words = topic("live", 1);
    try (Consumer consumer = consumer("live");
        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> member =
            kafka.consumer(Map.of("group.id", "live"))) {
      member.subscribe(List.of(words.topic()));
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(100));
      }
      consumer.assign(List.of(Assignment.beginning(words)));
      consumer.store(words, 1);
      CommitResult result = consumer.commit(MINUTE).get(words);
      assertThat(result.error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
      assertThat(result.detail())
          .contains(words.toString())
          .contains("'live'")
          .contains("live members")
          .contains("group.id of its own");
    }
  }
}
