package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code offsets} and {@code lag} of a group at a real broker, as Kafka's own client sees it. */
@NullUnmarked
final class GroupCommandsIT {

  private static final AtomicInteger GROUPS = new AtomicInteger();

  @TempDir Path work;

  private final String group = "cli-offsets-" + GROUPS.incrementAndGet();
  private final String topic = SharedKafka.topic(2);
  private final TopicPartition first = new TopicPartition(topic, 0);
  private final TopicPartition second = new TopicPartition(topic, 1);

  private Ended run(String... words) {
    return runFor(group, words);
  }

  private static Ended runFor(String group, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-b", SharedKafka.address(), "--group", group));
    return CommandProcess.run(all.toArray(String[]::new));
  }

  private static Map<TopicPartition, OffsetAndMetadata> committed(String group) throws Exception {
    return SharedKafka.KAFKA
        .admin()
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .get();
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) throws Exception {
    SharedKafka.KAFKA.admin().alterConsumerGroupOffsets(group, offsets).all().get();
  }

  @Test
  void whatIsSetIsWhatKafkasToolsShow() throws Exception {
    run("offsets", "set", "-t", topic, "-p", "0", "--metadata", "by hand", "42").done();
    run("offsets", "set", "-t", topic, "-p", "0", "--metadata", "by hand", "41").done();

    assertThat(committed(group))
        .containsOnly(Map.entry(first, new OffsetAndMetadata(41, "by hand")));
    assertThat(run("offsets", "show").done().out().replaceAll(" +", " "))
        .isEqualTo(
            "TOPIC PARTITION GROUP OFFSET EPOCH METADATA\n"
                + (topic + " 0 " + group + " 41 - by hand\n"));
    assertThat(run("offsets", "show", "-t", topic, "-J").done().out())
        .isEqualTo(run("offsets", "export").done().out());
  }

  @Test
  void whatIsExportedIsImportedForAnotherGroupWithEpochAndMetadata() throws Exception {
    commit(
        Map.of(
            first, new OffsetAndMetadata(5, Optional.of(0), "note"),
            second, new OffsetAndMetadata(6)));
    Path file =
        Files.writeString(work.resolve("exported.json"), run("offsets", "export").done().out());
    assertThat(file).content().hasLineCount(2);

    Ended imported = runFor(group + "-copy", "offsets", "import", file.toString());
    assertThat(imported.status()).isZero();
    assertThat(imported.errors()).containsExactly("% 2 offsets stored in group " + group + "-copy");

    assertThat(committed(group + "-copy")).isEqualTo(committed(group));
  }

  /** The numbers that kafka-consumer-groups would print. */
  @Test
  void theLagIsTheEndMinusWhatIsCommitted() throws Exception {
    SharedKafka.KAFKA.write(topic, 0, SharedKafka.numbers(0, 10));
    SharedKafka.KAFKA.write(topic, 1, SharedKafka.numbers(0, 3));
    commit(Map.of(first, new OffsetAndMetadata(4)));
    long end = SharedKafka.KAFKA.endOffsets(topic).get(0);
    long committed = committed(group).get(first).offset();

    assertThat(run("lag").done().out().replaceAll(" +", " "))
        .contains("\n" + topic + " 0 " + group + " 4 0 10 " + (end - committed) + " 1\n")
        .endsWith("total lag 6 over 1 partitions\n");
    assertThat(run("lag", "-t", topic).done().out().replaceAll(" +", " "))
        .contains("\n" + topic + " 1 " + group + " - 0 3 - 1\n")
        .endsWith("total lag 6 over 1 partitions, unknown of 1\n");
  }

  @Test
  void aGroupWithLiveMembersIsRefusedAndCanBeLookedAt() throws Exception {
    SharedKafka.KAFKA.write(topic, 0, "a", "b");
    try (Consumer<byte[], byte[]> member = SharedKafka.KAFKA.consumer(Map.of("group.id", group))) {
      member.subscribe(List.of(topic));
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(100));
      }
      member.commitSync(Map.of(first, new OffsetAndMetadata(1)));

      assertThat(run("offsets", "set", "-t", topic, "-p", "0", "2").failure(ExitCodes.FAILED))
          .contains("live members");
      assertThat(run("lag", "-J").done().out()).contains("\"offset\":1,").contains("\"lag\":1,");
      assertThat(committed(group).get(first).offset()).isEqualTo(1);
    }
  }

  @Test
  void whatIsDeletedIsWhatKafkasToolsShowNoMore() throws Exception {
    commit(Map.of(first, new OffsetAndMetadata(5), second, new OffsetAndMetadata(6)));

    run("offsets", "delete", "-t", topic, "-p", "0").done();
    assertThat(committed(group)).containsOnlyKeys(second);
    Ended again = run("offsets", "delete", "-t", topic, "-p", "0");
    assertThat(again.status()).isZero();
    assertThat(again.errors())
        .containsExactly("% no offset was stored for " + topic + "[0] of group " + group);

    run("offsets", "set", "-t", topic, "-p", "0", "7").done();
    Ended all = run("offsets", "delete", "-t", topic);
    assertThat(all.status()).isZero();
    assertThat(all.errors())
        .containsExactly("% 2 offsets of " + topic + " deleted in group " + group);
    assertThat(committed(group)).isEmpty();
    assertThat(run("offsets", "delete", "-t", topic).errors())
        .as("a group that may be gone")
        .containsExactly("% no offset was stored for " + topic + " of group " + group);
  }

  @Test
  void liveMembersThatReadATopicKeepItsOffsetsAndTheReasonIsTold() throws Exception {
    String other = SharedKafka.topic(1);
    TopicPartition unread = new TopicPartition(other, 0);
    commit(
        Map.of(
            first,
            new OffsetAndMetadata(0),
            second,
            new OffsetAndMetadata(0),
            unread,
            new OffsetAndMetadata(0)));
    try (Consumer<byte[], byte[]> member = SharedKafka.KAFKA.consumer(Map.of("group.id", group))) {
      member.subscribe(List.of(topic));
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(100));
      }
      assertThat(run("offsets", "delete", "-t", topic, "-p", "0").failure(ExitCodes.FAILED))
          .contains(topic + "[0] is not deleted in group '" + group + "'")
          .contains("are subscribed to topic '" + topic + "'; stop them");
      Ended both = run("offsets", "delete", "-t", topic);
      assertThat(both.status()).isEqualTo(ExitCodes.FAILED);
      assertThat(both.errors())
          .hasSize(3)
          .endsWith("% 0 offsets of " + topic + " deleted in group " + group);
      run("offsets", "delete", "-t", other, "-p", "0").done();
    }
    assertThat(committed(group)).containsOnlyKeys(first, second);
  }

  @Test
  void aGroupThatHasNothingIsEmpty() {
    Ended shown = run("offsets", "show");
    assertThat(shown.status()).isZero();
    assertThat(shown.out()).isEmpty();
    assertThat(shown.errors()).containsExactly("% no such offset is committed");
    assertThat(run("offsets", "export").done().out()).isEmpty();
    assertThat(run("offsets", "show", "-t", "no-such-topic").failure(ExitCodes.FAILED))
        .contains("topic 'no-such-topic' at " + SharedKafka.address());
  }
}
