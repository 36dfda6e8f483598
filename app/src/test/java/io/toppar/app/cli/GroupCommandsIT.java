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
            "TOPIC PARTITION GROUP OFFSET EPOCH METADATA NOTE\n"
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
        .endsWith("total lag 6 over 1 partition\n");
    assertThat(run("lag", "-t", topic).done().out().replaceAll(" +", " "))
        .contains("\n" + topic + " 1 " + group + " - 0 3 - 1\n")
        .endsWith("total lag 6 over 1 partition, unknown of 1\n");
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

  /** What a group may be called is the brokers' business. */
  @Test
  void aGroupMayHaveAnOddName() throws Exception {
    for (String odd : List.of(group + "/../x", " ", "- \u00fc\t;")) {
      runFor(odd, "offsets", "set", "-t", topic, "-p", "0", "3").done();
      assertThat(committed(odd)).containsOnly(Map.entry(first, new OffsetAndMetadata(3)));
      assertThat(runFor(odd, "offsets", "show", "-J").done().out()).contains("\"offset\":3");
      assertThat(runFor(odd, "lag").status()).isZero();
      runFor(odd, "offsets", "delete", "-t", topic, "-p", "0").done();
      assertThat(committed(odd)).isEmpty();
    }
    for (String command : List.of("show", "export")) {
      assertThat(runFor("", "offsets", command).failure(ExitCodes.USAGE))
          .contains("--group: the name is empty");
    }
    assertThat(runFor("", "lag").failure(ExitCodes.USAGE)).contains("--group: the name is empty");
  }

  @Test
  void aPartitionThatIsNotThereIsRefusedByNameAndAnOffsetPastTheEndIsTaken() throws Exception {
    String last = String.valueOf(Integer.MAX_VALUE);
    for (String command : List.of("set", "delete")) {
      List<String> words = new ArrayList<>(List.of("offsets", command, "-t", topic, "-p", last));
      if (command.equals("set")) {
        words.add("1");
        assertThat(run(words.toArray(String[]::new)).failure(ExitCodes.FAILED))
            .contains("the coordinator knows no " + topic + "[" + last + "]");
      } else {
        assertThat(run(words.toArray(String[]::new)).errors())
            .containsExactly(
                "% no offset was stored for " + topic + "[" + last + "] of group " + group);
      }
    }
    run("offsets", "set", "-t", topic, "-p", "0", String.valueOf(Long.MAX_VALUE)).done();
    assertThat(committed(group).get(first).offset()).isEqualTo(Long.MAX_VALUE);
    assertThat(run("lag").done().out())
        .contains("the offset is past the end")
        .endsWith("total lag 0 over 0 partitions, unknown of 1\n");
  }

  @Test
  void anImportIsRefusedWholeOrEachOffsetThatIsNotTakenIsTold() throws Exception {
    String line = "{\"topic\":\"%s\",\"partition\":%s,\"offset\":%s}%n";
    Path broken =
        Files.writeString(
            work.resolve("broken"),
            String.format(line, topic, 0, 5) + String.format(line, topic, 1, -5));
    assertThat(run("offsets", "import", broken.toString()).failure(ExitCodes.FAILED))
        .contains("broken line 2: 'offset' is not a number", "nothing is imported");
    Path twice =
        Files.writeString(
            work.resolve("twice"),
            String.format(line, topic, 0, 5) + String.format(line, topic, 0, 6));
    assertThat(run("offsets", "import", twice.toString()).failure(ExitCodes.FAILED))
        .contains("twice line 2", "is there twice", "nothing is imported");
    assertThat(committed(group)).isEmpty();

    Path partly =
        Files.writeString(
            work.resolve("partly"),
            String.format(line, topic, 0, 5) + String.format(line, "nosuch", 0, 6));
    Ended imported = run("offsets", "import", partly.toString());
    assertThat(imported.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(imported.errors())
        .containsExactly(
            "toppar: the offset of nosuch[0] is not committed in group '"
                + group
                + "': the coordinator knows no nosuch[0]; has the topic been deleted?",
            "% 1 offset stored in group " + group);
    assertThat(committed(group)).containsOnly(Map.entry(first, new OffsetAndMetadata(5)));
  }

  @Test
  void aBrokerThatIsNotThereIsNamedInTime() throws Exception {
    String dead = LyingPort.refusing();
    Path file = Files.writeString(work.resolve("checkpoint"), "0\n1\nt 0 5\n");
    List<List<String>> commands =
        List.of(
            List.of("offsets", "show"),
            List.of("offsets", "export", "-t", "t"),
            List.of("offsets", "set", "-t", "t", "-p", "0", "1"),
            List.of("offsets", "delete", "-t", "t", "-p", "0"),
            List.of("offsets", "delete", "-t", "t"),
            List.of("offsets", "import", file.toString()),
            List.of("lag"));
    for (List<String> command : commands) {
      List<String> words = new ArrayList<>(command);
      words.addAll(List.of("-b", dead, "--group", group, "-X", "default.api.timeout.ms=1500"));
      Ended ended = CommandProcess.run(words.toArray(String[]::new));
      assertThat(ended.status()).as("%s", command).isEqualTo(ExitCodes.FAILED);
      assertThat(ended.errors().get(0))
          .as("%s", command)
          .startsWith("toppar: ")
          .contains(dead, "Connection refused");
    }
  }

  @Test
  void aGroupThatHasNothingIsEmpty() {
    Ended shown = run("offsets", "show");
    assertThat(shown.status()).isZero();
    assertThat(shown.out()).isEmpty();
    assertThat(shown.errors()).containsExactly("% no such offset is committed");
    assertThat(run("offsets", "export").done().out()).isEmpty();
    assertThat(run("offsets", "show", "-t", "no-such-topic").failure(ExitCodes.FAILED))
        .contains("topic 'no-such-topic' is not known at " + SharedKafka.address());
  }
}
