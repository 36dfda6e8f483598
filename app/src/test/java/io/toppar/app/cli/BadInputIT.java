package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is wrong on the command line or at the other end: one line that says what, where and what to
 * do.
 */
final class BadInputIT {

  private static final String SOON = "default.api.timeout.ms=1500";

  static Stream<Arguments> wrongOptions() {
    return Stream.of(
        wrong("-o: 'start' is no offset; it takes beginning, end, stored, N", "-o", "start"),
        wrong("-o: '-x' is no offset", "-o", "-x"),
        wrong("-o: 's@noon' is no offset", "-o", "s@noon"),
        wrong("-o stored: nothing is stored without --offsets DIR", "-o", "stored"),
        wrong("-f: '%q' is no token; there are %t %p %o", "-f", "%q"),
        wrong("-f: the % at the end of '100%' is no token; write %%", "-f", "100%"),
        wrong("-D: '\\q' is not an escape", "-D", "\\q"),
        wrong("-X: 'fetch' is not KEY=VALUE", "-X", "fetch"),
        wrong(
            "'fetch.min.byte' is not a configuration key; the nearest is 'fetch.min.bytes'",
            "-X",
            "fetch.min.byte=1"),
        wrong(
            "fetch.min.bytes: 'x' will not do; it takes a whole number", "-X", "fetch.min.bytes=x"),
        wrong("-c: -1 is negative", "-c", "-1"),
        wrong("'x' is not an int", "-p", "x"),
        wrong("mutually exclusive", "-J", "-f", "%s"),
        wrong("--offsets: the name of the folder is empty", "--offsets", ""),
        wrong(
            "--offsets and offset.store.method say different things; give only one of them",
            "--offsets",
            "offsets",
            "-X",
            "offset.store.method=none"),
        wrong(
            "--offsets and offset.store.path say different things; give only one of them",
            "--offsets",
            "offsets",
            "-X",
            "offset.store.path=elsewhere"),
        wrong(
            "metadata.broker.list and -b say different things; give only one of them",
            "-X",
            "metadata.broker.list=127.0.0.1:2"),
        wrong(
            "bootstrap.servers and -b say different things; give only one of them",
            "-X",
            "bootstrap.servers=127.0.0.1:2"));
  }

  private static Arguments wrong(String said, String... options) {
    return Arguments.of(said, options);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongOptions")
  void wrongOptionsAreRefusedBeforeAnythingBegins(String said, String[] options) {
    String[] words =
        Stream.concat(Stream.of("consume", "-b", "127.0.0.1:1", "-t", "t"), Stream.of(options))
            .toArray(String[]::new);

    Ended ended = CommandProcess.run(words);

    assertThat(ended.failure(ExitCodes.USAGE)).contains(said);
    assertThat(ended.bytes()).isEmpty();
  }

  @Test
  void addressesAndQuestionsThatAreNoneAreRefused() {
    assertThat(CommandProcess.run("list", "-b", "localhost").failure(ExitCodes.USAGE))
        .contains("'localhost' will not do; it takes HOST:PORT");
    assertThat(CommandProcess.run("query", "-b", "h:1", "-t", "t:0").failure(ExitCodes.USAGE))
        .contains("'t:0' is not TOPIC:PARTITION:TIME, such as orders:0:-1");
    assertThat(CommandProcess.run("consume", "-t", "t").failure(ExitCodes.USAGE))
        .contains("Missing required option", "'toppar consume --help' shows the options");
    assertThat(CommandProcess.run("consum").failure(ExitCodes.USAGE)).contains("consum");
  }

  @Test
  void anUnknownTopicIsNamedWithTheWayToSeeThoseThereAre() {
    String broker = SharedKafka.address();

    assertThat(
            CommandProcess.run("consume", "-b", broker, "-t", "nosuch", "-e")
                .failure(ExitCodes.FAILED))
        .isEqualTo(
            "toppar: topic 'nosuch' is not known at "
                + broker
                + "; './toppar list -b "
                + broker
                + "' shows the topics there are");
    assertThat(
            CommandProcess.run("consume", "-b", broker, "-t", "not legal", "-e")
                .failure(ExitCodes.FAILED))
        .contains("topic 'not legal' at " + broker, "the topic name is not legal");
    long begun = System.nanoTime();
    Ended both = CommandProcess.run("query", "-b", broker, "-t", "nosuch:0:-1", "-t", "no/pe:0:-1");
    assertThat(both.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(both.errors())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("toppar: nosuch[0]: topic 'nosuch' is not known at " + broker);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("not the patience of somebody who waits for an answer")
        .isLessThan(Duration.ofSeconds(9));
    Ended listed = CommandProcess.run("list", "-b", broker, "-t", "nosuch");
    assertThat(listed.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(listed.out()).contains("topic \"nosuch\" with 0 partitions: UNKNOWN_TOPIC");
  }

  @Test
  void aPartitionOutOfRangeIsNamedWithTheRange() {
    String topic = SharedKafka.topic(2);

    assertThat(
            CommandProcess.run(
                    "consume", "-b", SharedKafka.address(), "-t", topic, "-p", "0", "-p", "9")
                .failure(ExitCodes.FAILED))
        .isEqualTo("toppar: topic '" + topic + "' has no partition 9; it has 0 to 1");
    assertThat(
            CommandProcess.run("query", "-b", SharedKafka.address(), "-t", topic + ":9:-1")
                .failure(ExitCodes.FAILED))
        .contains(topic + "[9]: there is no such partition; the topic has 2");
  }

  @Test
  void anOffsetPastTheEndIsAnErrorWhereThePolicySaysSo() {
    String topic = SharedKafka.topicOf("a");

    assertThat(
            CommandProcess.run(
                    "consume",
                    "-b",
                    SharedKafka.address(),
                    "-t",
                    topic,
                    "-e",
                    "-o",
                    "7",
                    "-X",
                    "auto.offset.reset=error")
                .failure(ExitCodes.FAILED))
        .contains(topic + "[0]: offset 7 is past the log end", "-p 0 -o OFFSET");
  }

  private static String unanswered(String broker) {
    long begun = System.nanoTime();
    Ended ended = CommandProcess.run("consume", "-b", broker, "-t", "t", "-e", "-X", SOON);

    String said = ended.failure(ExitCodes.FAILED);
    assertThat(said)
        .startsWith("toppar: no broker at " + broker + " answered within 1.5 s: ")
        .endsWith("; check -b, and that a Kafka broker listens there");
    assertThat(System.nanoTime() - begun).isGreaterThan(1_000_000_000L);
    return said;
  }

  @Test
  void aPortThatRefusesIsSaid() {
    assertThat(unanswered(LyingPort.refusing())).contains("Connection refused");
  }

  @Test
  void aPortThatNeverAnswersIsSaid() {
    try (LyingPort port = LyingPort.silent()) {
      assertThat(unanswered(port.address())).contains(port.address() + ": trying");
    }
  }

  @Test
  void aPortThatSpeaksAnotherProtocolIsSaid() {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (LyingPort port = LyingPort.answering(http)) {
      assertThat(unanswered(port.address()))
          .contains("does not speak Kafka's protocol", "it looks like a web server");
    }
  }

  @Test
  void aPortThatSpeaksTlsOnlyIsSaid() {
    byte[] alert = {0x15, 3, 3, 0, 2, 2, 0x46};
    try (LyingPort port = LyingPort.answering(alert)) {
      assertThat(unanswered(port.address())).contains("it looks like a TLS port");
    }
  }

  @Test
  void aHostThatCannotBeResolvedIsSaid() {
    assertThat(unanswered("no-such-host.invalid:9092"))
        .contains("no-such-host.invalid cannot be resolved");
  }

  /** One address that answers is enough, wherever it stands in the list. */
  @Test
  void deadAddressesInTheListDoNoHarm() {
    String brokers =
        "no-such-host.invalid:9092," + LyingPort.refusing() + "," + SharedKafka.address();
    String topic = SharedKafka.topicOf("a");

    assertThat(CommandProcess.run("consume", "-b", brokers, "-t", topic, "-e", "-q").done().out())
        .isEqualTo("a\n");
  }

  @Test
  void aSignalWhileNoBrokerAnswersEndsAtOnceAndSaysNothing() throws Exception {
    CommandProcess.assumeInterruptible();
    try (LyingPort port = LyingPort.silent();
        CommandProcess reader =
            CommandProcess.start(
                "consume",
                "-b",
                port.address(),
                "-t",
                "t",
                "-X",
                "default.api.timeout.ms=600000")) {
      port.awaitCall();
      reader.signal("INT");

      Ended ended = reader.end();

      assertThat(ended.errors()).isEmpty();
      assertThat(ended.status()).isEqualTo(130);
    }
  }

  @Test
  void aSignalEndsTheLagOfAGroupAtOnceThoughNoCoordinatorAnswers() throws Exception {
    CommandProcess.assumeInterruptible();
    try (LyingPort port = LyingPort.silent();
        CommandProcess lag =
            CommandProcess.start(
                "lag",
                "-b",
                port.address(),
                "--group",
                "g",
                "--watch",
                "-X",
                "default.api.timeout.ms=600000")) {
      port.awaitCall();
      lag.signal("INT");

      Ended ended = lag.end();

      assertThat(ended.errors()).isEmpty();
      assertThat(ended.status()).isEqualTo(130);
    }
  }
}
