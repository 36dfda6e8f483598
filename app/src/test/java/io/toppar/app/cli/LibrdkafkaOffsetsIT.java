package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.app.cli.CommandProcess.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Offset files that move between librdkafka, by kcat's simple consumer, and Toppar. Made with kcat
 * 1.7.1 over librdkafka 2.0.2; skipped where there is no kcat on the PATH.
 */
final class LibrdkafkaOffsetsIT {

  @TempDir Path folder;

  @BeforeAll
  static void needsKcat() throws InterruptedException {
    boolean there;
    try {
      there = new ProcessBuilder("kcat", "-V").redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException missing) {
      there = false;
    }
    assumeTrue(there, "there is no kcat here to move offset files to and from");
  }

  @Test
  void anOffsetFileMovesToLibrdkafkaAndBackAndNoRecordIsReadTwice() throws Exception {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 10));
    Path file = folder.resolve(topic + "-0.offset");

    assertThat(kcat(topic, folder, "-c", "3")).isEqualTo(lines(0, 3));
    assertThat(file).hasContent("3\n");
    assertThat(toppar(topic, folder, "-c", "3")).isEqualTo(lines(3, 6));
    assertThat(file).hasContent("6\n");
    assertThat(kcat(topic, folder, "-c", "2")).isEqualTo(lines(6, 8));
    assertThat(file).hasContent("8\n");
    assertThat(toppar(topic, folder, "-e")).isEqualTo(lines(8, 10));
    assertThat(file).hasContent("10\n");
    assertThat(kcat(topic, folder, "-e")).isEmpty();
    assertThat(toppar(topic, folder, "-e")).isEmpty();
  }

  @Test
  void theGroupIsPartOfTheNameInBoth() throws Exception {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 6));
    Path file = folder.resolve(topic + "-0-a%2Fb%3Ac%5Cd.offset");

    assertThat(kcat(topic, folder, "-c", "2", "-X", "group.id=a/b:c\\d")).isEqualTo(lines(0, 2));
    assertThat(file).hasContent("2\n");
    assertThat(toppar(topic, folder, "-e", "-X", "group.id=a/b:c\\d")).isEqualTo(lines(2, 6));
    assertThat(file).hasContent("6\n");
    assertThat(toppar(topic, folder, "-c", "1")).isEqualTo(lines(0, 1));
  }

  @Test
  void aSingleFileMovesToo() throws Exception {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 6));
    Path single = folder.resolve("single");

    assertThat(kcat(topic, single, "-c", "2")).isEqualTo(lines(0, 2));
    assertThat(single).isRegularFile().hasContent("2\n");
    assertThat(toppar(topic, single, "-c", "2")).isEqualTo(lines(2, 4));
    assertThat(single).hasContent("4\n");
    assertThat(kcat(topic, single, "-e")).isEqualTo(lines(4, 6));
    assertThat(single).hasContent("6\n");
  }

  @Test
  void aSecondPartitionOfASingleFileIsRefusedWithBothNames() throws Exception {
    String topic = SharedKafka.topic(2);
    SharedKafka.KAFKA.write(topic, 0, "a");
    SharedKafka.KAFKA.write(topic, 1, "b");
    Path single = Files.createFile(folder.resolve("single"));

    String said =
        CommandProcess.run(
                "consume",
                "-b",
                SharedKafka.address(),
                "-t",
                topic,
                "-q",
                "-e",
                "--offsets",
                single.toString())
            .errors()
            .toString();

    assertThat(said).contains("would share the file " + single, topic + "[0]", topic + "[1]");
  }

  @Test
  void aJournalIsKeptByTheLayoutAlone() {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 6));
    String[] journal = {"-X", "offset.store.layout=journal"};

    assertThat(toppar(topic, folder, "-c", "4", journal[0], journal[1])).isEqualTo(lines(0, 4));
    assertThat(folder.resolve("toppar.journal")).isRegularFile();
    assertThat(folder.resolve(topic + "-0.offset")).doesNotExist();
    assertThat(toppar(topic, folder, "-e", journal[0], journal[1])).isEqualTo(lines(4, 6));
    assertThat(toppar(topic, folder, "-e", journal[0], journal[1])).isEmpty();
  }

  private static String toppar(String topic, Path offsets, String... more) {
    List<String> words =
        new ArrayList<>(List.of("consume", "-b", SharedKafka.address(), "-t", topic, "-q"));
    words.addAll(List.of("--offsets", offsets.toString()));
    words.addAll(List.of(more));
    Ended ended = CommandProcess.run(words.toArray(String[]::new));
    return ended.done().out();
  }

  private static String kcat(String topic, Path offsets, String... more) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("kcat", "-C", "-b", SharedKafka.address(), "-t", topic, "-q"));
    words.addAll(List.of("-p", "0", "-o", "stored", "-X", "topic.auto.offset.reset=earliest"));
    words.addAll(List.of("-X", "topic.offset.store.method=file"));
    words.addAll(List.of("-X", "topic.offset.store.path=" + offsets));
    words.addAll(List.of(more));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s", words).isZero();
    return out;
  }

  private static String lines(int from, int end) {
    return String.join("\n", SharedKafka.numbers(from, end)) + "\n";
  }
}
