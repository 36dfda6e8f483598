package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code toppar consume --group} on a real broker: where it begins, and what it leaves behind. */
@NullUnmarked
final class ConsumeGroupIT {

  private static final AtomicInteger GROUPS = new AtomicInteger();
  private static final String AT_BROKERS = "offset.store.method=broker";

  @TempDir Path folder;

  private final EmbeddedKafka kafka = SharedKafka.KAFKA;
  private final String group = "cli-group-" + GROUPS.incrementAndGet();

  private String[] consume(String topic, String... more) {
    List<String> words =
        new ArrayList<>(List.of("consume", "-b", SharedKafka.address(), "-t", topic));
    words.addAll(List.of("--group", group, "-q"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private Ended read(String topic, String... more) {
    return CommandProcess.run(consume(topic, more));
  }

  private Map<TopicPartition, OffsetAndMetadata> committed() throws Exception {
    return kafka.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
  }

  @Test
  void aRunGoesOnWhereTheGroupStandsAndLeavesWhereItEnded() throws Exception {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 10));
    TopicPartition only = new TopicPartition(topic, 0);
    kafka
        .admin()
        .alterConsumerGroupOffsets(group, Map.of(only, new OffsetAndMetadata(4)))
        .all()
        .get();

    Ended first = read(topic, "-X", AT_BROKERS, "-c", "3").done();
    assertThat(first.lines()).containsExactly("4", "5", "6");
    assertThat(committed().get(only).offset()).isEqualTo(7);

    assertThat(read(topic, "-X", AT_BROKERS, "-e").done().lines()).containsExactly("7", "8", "9");
    assertThat(committed().get(only).offset()).isEqualTo(10);

    Ended again = read(topic, "-X", AT_BROKERS, "-e", "-o", "8").done();
    assertThat(again.lines()).containsExactly("8", "9");
  }

  @Test
  void aGroupThatHasNothingCommittedBeginsAtTheBeginning() throws Exception {
    String topic = SharedKafka.topicOf("a", "b");
    Ended ended = read(topic, "-X", AT_BROKERS, "-e").done();
    assertThat(ended.lines()).containsExactly("a", "b");
    assertThat(committed().get(new TopicPartition(topic, 0)).offset()).isEqualTo(2);
  }

  @Test
  void offsetsAreCommittedAsRecordsAreWrittenOutAndWhenASignalEndsIt() throws Exception {
    String topic = SharedKafka.topicOf("a", "b");
    TopicPartition only = new TopicPartition(topic, 0);
    try (CommandProcess command = CommandProcess.start(consume(topic, "-X", AT_BROKERS))) {
      command.awaitOut(text -> text.equals("a\nb\n"));
      while (!committed().containsKey(only)) {
        Thread.onSpinWait(); // asking the broker takes its time
      }
      assertThat(committed().get(only).offset()).isEqualTo(2);
      kafka.write(topic, 0, "c");
      command.awaitOut(text -> text.equals("a\nb\nc\n"));
      command.signal("TERM");
      assertThat(command.end().status()).isEqualTo(143);
    }
    assertThat(committed().get(only).offset()).isEqualTo(3);
  }

  @Test
  void aGroupWithLiveMembersIsRefusedInOneLine() {
    String topic = SharedKafka.topicOf("a", "b");
    try (Consumer<byte[], byte[]> member = kafka.consumer(Map.of("group.id", group))) {
      member.subscribe(List.of(topic));
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(100));
      }
      String failure = read(topic, "-X", AT_BROKERS, "-e").failure(1);
      assertThat(failure)
          .contains(topic + "[0]")
          .contains("'" + group + "'")
          .contains("live members")
          .contains("group.id of its own");
    }
  }

  @Test
  void withAFolderTheGroupIsPartOfTheFilesName() throws Exception {
    String topic = SharedKafka.topicOf("a", "b");
    read(topic, "--offsets", folder.toString(), "-e").done();
    Path file = folder.resolve(topic + "-0-" + group + ".offset");
    assertThat(Files.readString(file)).isEqualTo("2\n");
    assertThat(committed()).isEmpty();
  }

  @Test
  void whatContradictsIsRefused() {
    assertRefused("--group: nothing is stored for a group without --offsets DIR or -X");
    assertRefused(
        "--offsets and offset.store.method say different things",
        "-X",
        AT_BROKERS,
        "--offsets",
        folder.toString());
    assertRefused(
        "--group and group.id say different things", "-X", AT_BROKERS, "-X", "group.id=other");
    Ended ended =
        CommandProcess.run(
            "consume", "-b", SharedKafka.address(), "-t", "t", "-X", AT_BROKERS, "-q");
    assertThat(ended.failure(2)).contains("set group.id");
  }

  private void assertRefused(String why, String... options) {
    assertThat(read("t", options).failure(2)).contains(why);
  }
}
