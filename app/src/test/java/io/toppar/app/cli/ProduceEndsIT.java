package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code toppar produce} says while it runs and at its end, and with which status it ends. */
@NullUnmarked
final class ProduceEndsIT {

  /** A broker that may be frozen, and that makes topics. */
  private static EmbeddedKafka own;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    own = EmbeddedKafka.builder().config("auto.create.topics.enable", "true").start();
  }

  @AfterAll
  static void end() {
    own.close();
  }

  private static String[] produce(String topic, String... more) {
    return with(new String[] {"produce", "-b", SharedKafka.address(), "-t", topic}, more);
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  /** A topic that takes no message over 1,000 bytes. */
  private static String smallTopic() {
    String topic = SharedKafka.topic(1) + "-small";
    SharedKafka.KAFKA.createTopic(topic, 1, 1, Map.of("max.message.bytes", "1000"));
    return topic;
  }

  @Test
  void oneMessageIsToldAsOne() {
    Ended ended = CommandProcess.runFed("x".repeat(2_000), produce(smallTopic()));

    assertThat(ended.failure(ExitCodes.FAILED))
        .startsWith("toppar: 1 of 1 message was not delivered; the first: ");
  }

  @Test
  void outputThatCannotBeWrittenHidesNoMessageThatWasNotDelivered() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no /dev/full here");
    Path input = Files.writeString(folder.resolve("in"), "x".repeat(2_000));
    Path errors = folder.resolve("errors");

    int status =
        new ProcessBuilder(
                CommandProcess.command(
                    List.of(), produce(smallTopic(), "-q", "-T", input.toString())))
            .redirectOutput(full.toFile())
            .redirectError(errors.toFile())
            .start()
            .waitFor();

    assertThat(Files.readAllLines(errors))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("toppar: standard output cannot be written: "),
            line -> assertThat(line).startsWith("toppar: 1 of 1 message was not delivered; "));
    assertThat(status).isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void keysOfConsumersAreToldUnlessItIsQuiet() {
    String topic = SharedKafka.topic(1);
    String[] keys = {"-X", "group.id=g", "-X", "client.id=c", "-X", "fetch.wait.max.ms=1"};

    Ended told = CommandProcess.runFed("a", produce(topic, keys));
    Ended quiet = CommandProcess.runFed("a", with(produce(topic, keys), "-q"));

    assertThat(told.errors().subList(0, told.errors().size() - 1))
        .containsExactlyInAnyOrder(
            "% -X group.id is a key of consumers; this producer ignores it",
            "% -X fetch.max.wait.ms is a key of consumers; this producer ignores it");
    assertThat(told.status()).isZero();
    quiet.done();
  }

  @Test
  void progressIsShownWherePeopleWatch() {
    String topic = SharedKafka.topic(1);
    try (CommandProcess command = CommandProcess.startWatchedFed(produce(topic))) {
      int sent = 0;
      while (!command.errorsSoFar().contains("\r")) {
        command.feed("a\n");
        sent++;
      }
      command.endInput();
      Ended ended = command.end();

      assertThat(ended.status()).isZero();
      assertThat(String.join("\n", ended.errors()))
          .containsPattern("(?m)^[0-9,]+ records?, [0-9,]+ bytes?, [0-9.]+ s, [0-9,]+ records/s, ")
          .contains(String.format(Locale.ROOT, "%n%% delivered: %,d record", sent));
    }
  }

  @Test
  void aTopicThatIsNotThereIsMadeByTheBrokerIfThatIsAllowed() {
    String[] words = {"produce", "-b", own.bootstrapServers(), "-t", "made", "-q"};

    assertThat(CommandProcess.runFed("a\nb", words).failure(ExitCodes.FAILED))
        .startsWith("toppar: topic 'made' is not known at " + own.bootstrapServers());
    CommandProcess.runFed("a\nb", with(words, "-X", "allow.auto.create.topics=true")).done();

    assertThat(own.endOffsets("made")).isEqualTo(Map.of(0, 2L));
  }

  @Test
  void aSignalEndsTheWaitForRoom() throws Exception {
    CommandProcess.assumeInterruptible();
    own.createTopic("stuck", 1);
    String[] words = {"produce", "-b", own.bootstrapServers(), "-t", "stuck", "-T"};
    String[] small = {"max.request.size=10000", "buffer.memory=10000", "batch.size=1000"};
    for (String key : small) {
      words = with(words, "-X", key);
    }
    try (CommandProcess command = CommandProcess.startWatchedFed(words)) {
      command.feed("first\n");
      command.awaitOut("first\n"::equals);
      own.freeze(1);
      command.feed(("x".repeat(999) + "\n").repeat(20));
      command.awaitErrors(text -> text.matches("(?s).*\r([0-9,]+ records?), .*\r\\1, .*"));
      command.signal("TERM");
      Ended ended = command.end();

      assertThat(ended.status()).isEqualTo(ExitCodes.FAILED);
      assertThat(ended.errors())
          .anyMatch(
              line ->
                  line.matches(
                      "toppar: line [0-9]+ of standard input: ended by a signal while there was no"
                          + " room in buffer.memory; it was not sent, nor what follows it"))
          .last()
          .asString()
          .contains(" not delivered");
    } finally {
      own.thaw(1);
    }
  }
}
