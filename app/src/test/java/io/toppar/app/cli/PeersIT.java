package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code toppar consume} beside kcat on the same topics; made with kcat 1.7.1 over librdkafka 2.0.2
 * as the peer. Skipped where there is no kcat on the PATH.
 *
 * <p>The number of kills is 5, or what {@code -Dtoppar.it.kills=20} says.
 */
final class PeersIT {

  private static final int LINES = 20_000;

  /** Makes the output large beside what a pipe holds, so that a kill comes in mid-read. */
  private static final String LONG = "%o " + "x".repeat(1_000) + "\\n";

  private static final long SEED = 20_261_129;

  @TempDir static Path folder;

  private static Path input = Path.of("");

  @BeforeAll
  static void writeInput() throws Exception {
    Kcat.assumeThere();
    Random random = new Random(SEED);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      lines.append(i % 10 == 0 ? "" : "key-" + random.nextInt(100)).append('\t').append(i);
      lines.append(" \"q\\ \u00e9\u4e2d\ud83d\ude00 ".repeat(random.nextInt(4))).append('\n');
    }
    input = Files.writeString(folder.resolve("input"), lines);
  }

  private static String[] consume(String topic, String... more) {
    List<String> words =
        new ArrayList<>(List.of("consume", "-b", SharedKafka.address(), "-t", topic, "-q"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static void bothPrintTheSame(String codec, String topic, String... format)
      throws Exception {
    List<String> peer = new ArrayList<>(List.of("-C", "-e", "-o", "beginning", "-t", topic));
    peer.addAll(List.of(format));
    List<String> ours = new ArrayList<>(List.of("-e"));
    ours.addAll(List.of(format));

    String expected =
        new String(Kcat.run(peer.toArray(String[]::new)), StandardCharsets.ISO_8859_1);
    String printed = CommandProcess.run(consume(topic, ours.toArray(String[]::new))).done().raw();

    assertThat(printed.lines().toList())
        .as("%s %s, seed %s", codec, List.of(format), SEED)
        .hasSize(LINES)
        .isEqualTo(expected.lines().toList());
    assertThat(printed).hasSameSizeAs(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
  void whatKcatWroteIsPrintedByteForByteAsKcatPrintsIt(String codec) throws Exception {
    String topic = SharedKafka.topic(1);
    Kcat.runWith(input, "-P", "-t", topic, "-z", codec, "-K", "\t", "-H", "h=1", "-H", "h=two");

    bothPrintTheSame(codec, topic, "-f", "%t %p %o %K:%k %S:%s %T %h %%\\x41\\n");
  }

  @Test
  void withoutAFormatAndAsJsonTheSameIsPrintedToo() throws Exception {
    String topic = SharedKafka.topic(1);
    Kcat.runWith(input, "-P", "-t", topic, "-z", "lz4", "-K", "\t", "-H", "h=1", "-H", "h=two");

    bothPrintTheSame("lz4", topic);
    bothPrintTheSame("lz4", topic, "-J");
  }

  @Test
  void theListingAsJsonIsKcatsButForTheBrokerThatAnswered() throws Exception {
    String topic = SharedKafka.topic(3);
    String peer = new String(Kcat.run("-L", "-J", "-t", topic), StandardCharsets.UTF_8);
    String ours =
        CommandProcess.run("list", "-b", SharedKafka.address(), "-J", "-t", topic).done().out();

    assertThat(fromQuery(ours)).isEqualTo(fromQuery(peer) + "\n");
  }

  private static String fromQuery(String listing) {
    return listing.substring(listing.indexOf("\"query\""));
  }

  @Test
  void offsetsAreAnsweredAsKcatAnswersThem() throws Exception {
    String topic = SharedKafka.topicOf("a", "b");
    for (String question : List.of(topic + ":0:-1", topic + ":0:-2")) {
      assertThat(
              CommandProcess.run("query", "-b", SharedKafka.address(), "-t", question).done().out())
          .isEqualTo(new String(Kcat.run("-Q", "-t", question), StandardCharsets.UTF_8));
    }
  }

  /** Every kill comes at a random line; what was in the pipe by then has been printed. */
  @Test
  void killsInMidReadLoseNothing() throws Exception {
    int kills = Integer.getInteger("toppar.it.kills", 5);
    String topic = SharedKafka.topic(1);
    Kcat.runWith(input, "-P", "-t", topic, "-z", "lz4");
    Path offsets = folder.resolve("offsets");
    Path file = offsets.resolve(topic + "-0.offset");
    Random random = new Random(SEED);
    TreeSet<Long> seen = new TreeSet<>();
    for (int kill = 0; kill < kills; kill++) {
      int lines = 1 + random.nextInt(LINES / kills / 2);
      long stored = Files.exists(file) ? storedIn(file) : 0;
      long first = readAndKill(topic, offsets, lines, file, seen);
      assertThat(first).as("kill %s, seed %s", kill, SEED).isEqualTo(stored);
    }
    assertThat(seen.size()).as("killed in mid-read").isLessThan(LINES);
    CommandProcess.run(consume(topic, "-e", "-f", LONG, "--offsets", offsets.toString()))
        .done()
        .lines()
        .forEach(line -> seen.add(offset(line)));

    assertThat(seen).as("seed %s", SEED).hasSize(LINES);
    assertThat(seen.last()).isEqualTo(LINES - 1);
    assertThat(storedIn(file)).isEqualTo(LINES);
  }

  private static long storedIn(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }

  private static long offset(String line) {
    return Long.parseLong(line.substring(0, line.indexOf(' ')));
  }

  /** Returns the first offset that was printed. */
  private static long readAndKill(String topic, Path offsets, int lines, Path file, Set<Long> seen)
      throws Exception {
    List<String> command =
        CommandProcess.command(
            List.of(),
            consume(
                topic,
                "-f",
                LONG,
                "--offsets",
                offsets.toString(),
                "-X",
                "auto.commit.interval.ms=10"));
    Process reader =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = reader.inputReader(StandardCharsets.US_ASCII)) {
      long first = offset(out.readLine());
      seen.add(first);
      for (int i = 1; i < lines; i++) {
        seen.add(offset(out.readLine()));
      }
      awaitStored(file, first);
      reader.toHandle().destroyForcibly(); // which leaves what is in the pipe
      StringBuilder rest = new StringBuilder();
      for (int c = out.read(); c >= 0; c = out.read()) {
        rest.append((char) c);
      }
      // A line that the kill cut off was not printed whole, and so not stored.
      rest.substring(0, rest.lastIndexOf("\n") + 1).lines().map(PeersIT::offset).forEach(seen::add);
      return first;
    } finally {
      reader.destroyForcibly();
      assertThat(reader.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitStored(Path file, long first) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.exists(file) || storedIn(file) <= first) {
      assertThat(System.nanoTime() - deadline).as("no offset is stored in time").isNegative();
      Thread.onSpinWait();
    }
  }
}
