package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.OffsetLayout;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lag} of the offsets in a folder, against a real broker. */
final class LagIT {

  @TempDir Path folder;

  private String[] words(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("lag", "-b", SharedKafka.address(), "--offsets", folder.toString()));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private Ended lag(String... more) {
    return CommandProcess.run(words(more));
  }

  private void store(String topic, int partition, long offset) {
    try (StoreSession session = new OffsetsFolder(folder).open(OffsetLayout.FILES)) {
      OffsetKey key = new OffsetKey(new TopicPartition(topic, partition), null);
      assertThat(session.store(Map.of(key, StoredOffset.of(offset)))).isEmpty();
    }
  }

  private static String squeezed(Ended ended) {
    return ended.out().replaceAll(" +", " ");
  }

  /** What a reader stored, against the end that kafka-clients tells. */
  @Test
  void theLagOfAReaderIsWhatIsLeftToTheEnd() {
    String topic = SharedKafka.topic(2);
    SharedKafka.KAFKA.write(topic, 0, SharedKafka.numbers(0, 10));
    SharedKafka.KAFKA.write(topic, 1, SharedKafka.numbers(0, 3));
    CommandProcess.run(
        "consume",
        "-b",
        SharedKafka.address(),
        "-t",
        topic,
        "-p",
        "0",
        "-c",
        "4",
        "-q",
        "--offsets",
        folder.toString());
    long end = SharedKafka.KAFKA.endOffsets(topic).getOrDefault(0, -1L);

    assertThat(squeezed(lag().done()))
        .contains("\n" + topic + " 0 - 4 0 " + end + " " + (end - 4) + " 1\n")
        .endsWith("total lag " + (end - 4) + " over 1 partition\n");
    assertThat(squeezed(lag("-t", topic).done()))
        .contains("\n" + topic + " 1 - - 0 3 - 1\n")
        .endsWith("total lag 6 over 1 partition, unknown of 1\n");
    assertThat(lag("-J").done().lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith(
            "{\"topic\":\""
                + topic
                + "\",\"partition\":0,\"group\":null,\"offset\":4,"
                + "\"log_start\":0,\"end\":10,\"lag\":6,\"leader\":1,\"note\":null,\"time\":");
  }

  /** Markers of transactions count as offsets: the reader of all that there is has no lag. */
  @Test
  void aLogThatEndsWithAMarkerHasNoLagOnceItWasRead() {
    String topic = SharedKafka.topicOf("plain");
    SharedKafka.transaction(topic, true, "kept");
    SharedKafka.transaction(topic, false, "dropped");
    CommandProcess.run(
        "consume",
        "-b",
        SharedKafka.address(),
        "-t",
        topic,
        "-e",
        "-q",
        "--offsets",
        folder.toString());

    assertThat(squeezed(lag().done())).contains(topic + " 0 - 5 0 5 0 1\n");
  }

  @Test
  void whatIsInTroubleIsNamedAndTheOthersAreShown() throws Exception {
    String topic = SharedKafka.topicOf("a", "b", "c");
    SharedKafka.KAFKA.deleteRecords(topic, 0, 2);
    store(topic, 0, 1);
    store(topic, 9, 1);
    store("no-such-topic", 0, 1);
    Files.writeString(folder.resolve(topic + "-1.offset"), "two");

    Ended ended = lag();

    assertThat(ended.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(squeezed(ended))
        .contains(topic + " 0 - 1 2 3 2 1 the offset is before the log's start\n")
        .contains(topic + " 9 - 1 - - - - no such partition\n")
        .contains("no-such-topic 0 - 1 - - - - ")
        .endsWith("total lag 2 over 1 partition, unknown of 2\n");
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .contains(topic + "-1.offset holds no number alone");
  }

  @Test
  void anOffsetPastTheEndHasNoLagAndATopicSaysWhoseAFileIs() throws Exception {
    String topic = SharedKafka.topicOf("a");
    Files.writeString(folder.resolve(topic + "-0.offset"), "5\n");

    assertThat(lag().errors())
        .first()
        .asString()
        .contains("may be of any of", "; -t TOPIC says which is meant");
    assertThat(squeezed(lag("-t", topic).done()))
        .contains(topic + " 0 - 5 0 1 - 1 the offset is past the end\n");
  }

  @Test
  void watchingShowsItAgainWithWhatIsNewAndEndsWithTheSignal() throws Exception {
    CommandProcess.assumeInterruptible();
    String topic = SharedKafka.topicOf("a", "b");
    store(topic, 0, 1);
    try (CommandProcess watching = CommandProcess.start(words("--watch", "--interval", "1"))) {
      watching.awaitOut(out -> out.contains("total lag 1 over"));
      SharedKafka.KAFKA.write(topic, 0, "c");
      watching.awaitOut(out -> out.contains("total lag 2 over"));
      store(topic, 0, 3);
      watching.awaitOut(out -> out.contains("total lag 0 over"));

      watching.signal("INT");
      Ended ended = watching.end();
      assertThat(ended.status()).isEqualTo(130);
      assertThat(ended.errors()).isEmpty();
    }
  }

  /** The table grows beyond the screen, which is too narrow for it, and shrinks again. */
  @Test
  void watchingAtATerminalPaintsOverTheLastTableAndLeavesNothingOfIt() throws Exception {
    CommandProcess.assumeInterruptible();
    String topic = SharedKafka.topic(12);
    store(topic, 0, 0);
    store(topic, 1, 0);
    try (CommandProcess watching =
        CommandProcess.startAtTerminal(8, 40, words("--watch", "--interval", "1"))) {
      watching.awaitOut(out -> shows(out, topic, 2, "total lag 0 over 2 partitions"));
      for (int partition = 2; partition < 12; partition++) {
        store(topic, partition, 0);
      }
      watching.awaitOut(out -> shows(out, topic, 3, "total lag 0 over 12 partitions"));
      watching.awaitOut(
          out -> screen(out).lines().get(5).equals("... 9 more; a taller screen, or -t TOPI>"));
      for (int partition = 1; partition < 12; partition++) {
        Files.delete(folder.resolve(topic + "-" + partition + ".offset"));
      }
      watching.awaitOut(out -> shows(out, topic, 1, "total lag 0 over 1 partition"));
      watching.awaitOut(
          out -> screen(out).lines().subList(4, 8).stream().allMatch(String::isEmpty));

      watching.type(3);
      Ended ended = watching.end();
      assertThat(ended.status()).isEqualTo(130);
      assertThat(screen(ended.out()).scrolled()).isZero();
      assertThat(ended.out()).as("the cursor is never hidden").doesNotContain("\033[?25");
    }
  }

  private static PaintedScreen screen(String out) {
    return new PaintedScreen(8, 40, out);
  }

  private static boolean shows(String out, String topic, int rows, String total) {
    List<String> lines = screen(out).lines();
    return lines.get(1).startsWith("TOPIC")
        && lines.stream().filter(line -> line.startsWith(topic)).count() == rows
        && lines.contains(total);
  }

  @Test
  void wrongWordsAndAbsentBrokersAreRefused() {
    assertThat(Refusals.of(2, words("--interval", "3"))).contains("--interval: there is none");
    assertThat(Refusals.of(2, words("--watch", "--interval", "0"))).contains("0 is not a number");
    assertThat(Refusals.of(2, "lag", "-b", "h:1")).contains("the lag of what?");
    assertThat(Refusals.of(1, "lag", "-b", "h:1", "--offsets", folder.resolve("none").toString()))
        .contains("none does not exist");
    assertThat(
            Refusals.of(
                1,
                "lag",
                "-b",
                "127.0.0.1:1",
                "-t",
                "t",
                "--offsets",
                folder.toString(),
                "-X",
                "default.api.timeout.ms=300"))
        .contains("no broker at 127.0.0.1:1 answered");
  }
}
