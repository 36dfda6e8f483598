package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.app.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code toppar produce} on a real broker, read back by the official client. */
final class ProduceIT {

  private static final int MANY = 20_000;

  /** Where CopyIT copies many. */
  private static final int SOME = 2_000;

  @TempDir Path folder;

  private static String[] produce(String topic, String... more) {
    List<String> words =
        new ArrayList<>(List.of("produce", "-b", SharedKafka.address(), "-t", topic));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static Ended send(String input, String topic, String... more) {
    return CommandProcess.runFed(input, produce(topic, more));
  }

  private static List<String> values(String topic) {
    return SharedKafka.KAFKA.read(topic).stream().map(record -> text(record.value())).toList();
  }

  private static List<String> keysAndValues(String topic) {
    return SharedKafka.KAFKA.read(topic).stream()
        .map(record -> text(record.key()) + "=" + text(record.value()))
        .toList();
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** B243 */
  @Test
  void everyLineIsAMessageAndTheEndIsToldWithTheRate() {
    String topic = SharedKafka.topic(1);

    Ended ended = send("a\n\nlast", topic);

    assertThat(ended.status()).isZero();
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).hasSize(1);
    assertThat(ended.errors().get(0)).startsWith("% delivered: 3 records, 5 bytes, ");
    assertThat(keysAndValues(topic)).containsExactly("null=a", "null=", "null=last");
  }

  /** B237, B241 */
  @Test
  void keysHeadersAndNullsAreAsTheOptionsSay() {
    String topic = SharedKafka.topic(1);
    String lines = "k1:v1\nk2:\n:v3\nplain\n\na:b:c\n";

    send(lines, topic, "-q", "-K", ":", "-H", "h=1", "-H", "none").done();
    send(lines, topic, "-q", "-K", ":", "-Z").done();

    assertThat(keysAndValues(topic))
        .containsExactly(
            "k1=v1",
            "k2=",
            "=v3",
            "null=plain",
            "null=",
            "a=b:c",
            "k1=v1",
            "k2=null",
            "null=v3",
            "null=plain",
            "null=null",
            "a=b:c");
    ConsumerRecord<byte[], byte[]> first = SharedKafka.KAFKA.read(topic).get(0);
    assertThat(Stream.of(first.headers().toArray()).map(ProduceIT::header))
        .containsExactly("h=1", "none=null");
  }

  private static String header(Header header) {
    return header.key() + "=" + text(header.value());
  }

  @Test
  void statisticsAreLinesOfJsonOnTheErrorStream() {
    String topic = SharedKafka.topic(1);

    Ended ended = send("line\n".repeat(MANY), topic, "-X", "statistics.interval.ms=1");

    assertThat(ended.status()).isZero();
    List<String> told =
        ended.errors().stream().filter(line -> line.startsWith("% STATS: ")).toList();
    assertThat(told).isNotEmpty().hasSize(ended.errors().size() - 1);
    assertThat(JsonObject.parse(told.get(0).substring("% STATS: ".length())))
        .containsEntry("type", "producer");
  }

  @Test
  void brokersAreAskedOnceForATopicThatIsThere() {
    String topic = SharedKafka.topic(2);

    Ended ended =
        send(
            "line\n".repeat(MANY),
            topic,
            "-p",
            "1",
            "-X",
            "statistics.interval.ms=1",
            "-X",
            "enable.idempotence=false");

    List<String> told = ended.errors();
    assertThat(told.get(told.size() - 2)).containsPattern("\"any\":\\{[^}]*\"tx\":1,");
  }

  /** B231, with delimiters across the edges of what a pipe gives at once. */
  @Test
  void delimitersOfSeveralBytesSplitManyMessages() {
    String topic = SharedKafka.topic(1);
    List<String> expected = new ArrayList<>();
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      input.append("key").append(i).append(";KeyDel;").append("v\n".repeat(i % 9)).append(":D:");
      expected.add("key" + i + "=" + "v\n".repeat(i % 9));
    }

    send(input.toString(), topic, "-q", "-K", ";KeyDel;", "-D", ":D:").done();

    assertThat(keysAndValues(topic)).isEqualTo(expected);
  }

  /** B234 */
  @Test
  void filesAreReadByLineOrWhole() throws IOException {
    String one = file("one", "a\nb\n");
    String two = file("two", "1");
    String none = file("none", "");
    String byLine = SharedKafka.topic(1);
    String whole = SharedKafka.topic(1);

    CommandProcess.run(produce(byLine, "-q", "-l", one, none, two)).done();
    CommandProcess.run(produce(whole, "-q", "--whole-files", "-k", "k", one, none, two)).done();

    assertThat(values(byLine)).containsExactly("a", "b", "1");
    assertThat(keysAndValues(whole)).containsExactly("k=a\nb\n", "k=", "k=1");
  }

  @Test
  void countPartitionAndTee() {
    String topic = SharedKafka.topic(3);

    Ended ended = send("a;b;c;d", topic, "-q", "-D", ";", "-p", "2", "-c", "3", "-T");

    assertThat(ended.done().out()).isEqualTo("a;b;c;");
    assertThat(SharedKafka.KAFKA.endOffsets(topic)).isEqualTo(Map.of(0, 0L, 1, 0L, 2, 3L));
    assertThat(values(topic)).containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
  void everyCodecArrives(String codec) throws IOException {
    String topic = SharedKafka.topic(1);
    String[] lines = SharedKafka.numbers(0, MANY);

    CommandProcess.run(produce(topic, "-q", "-z", codec, file("in", String.join("\n", lines))))
        .done();

    assertThat(values(topic)).containsExactly(lines);
  }

  /** B236, B237: keys, nulls, headers and times included. */
  @Test
  void jsonLinesCopyATopicAsItIs() throws IOException {
    String from = SharedKafka.topic(4);
    String sameKeys = SharedKafka.topic(2);
    String samePartitions = SharedKafka.topic(4);
    RandomRecords.write(SharedKafka.KAFKA, from, SOME);
    Path lines = folder.resolve("lines");
    Files.writeString(
        lines,
        CommandProcess.run("consume", "-b", SharedKafka.address(), "-t", from, "-e", "-q", "-J")
            .done()
            .out());

    CommandProcess.run(produce(sameKeys, "-q", "-J", lines.toString())).done();
    CommandProcess.run(produce(samePartitions, "-q", "-J", "--same-partitions", lines.toString()))
        .done();

    List<String> originals = RandomRecords.texts(SharedKafka.KAFKA.read(from), true);
    assertThat(RandomRecords.texts(SharedKafka.KAFKA.read(samePartitions), true))
        .containsExactlyElementsOf(originals);
    assertThat(RandomRecords.texts(SharedKafka.KAFKA.read(sameKeys), false))
        .containsExactlyInAnyOrderElementsOf(
            RandomRecords.texts(SharedKafka.KAFKA.read(from), false));
  }

  @Test
  void aLongLineArrivesOnceItIsAllowed() throws IOException {
    String topic = SharedKafka.topic(1) + "-large";
    SharedKafka.KAFKA.createTopic(topic, 1, 1, Map.of("max.message.bytes", "6000000"));
    String line = "0123456789".repeat(500_000);
    String path = file("long", "short\n" + line);

    Ended refused = CommandProcess.run(produce(topic, "-q", path));
    CommandProcess.run(produce(topic, "-q", "-X", "max.request.size=6000000", path)).done();

    assertThat(refused.failure(ExitCodes.FAILED))
        .startsWith("toppar: line 2 of " + path + ": it is longer than 1048576 bytes")
        .endsWith("; it was not sent, nor what follows it");
    assertThat(values(topic)).containsExactly("short", "short", line);
  }

  @Test
  void messagesThatAreNotDeliveredAreCountedWithTheFirstReason() {
    String topic = SharedKafka.topic(1) + "-small";
    SharedKafka.KAFKA.createTopic(topic, 1, 1, Map.of("max.message.bytes", "1000"));

    Ended ended = send("a\n" + "x".repeat(2_000) + "\nb\n", topic, "-X", "linger.ms=0");

    assertThat(ended.failure(ExitCodes.FAILED))
        .startsWith("toppar: 1 of 3 messages was not delivered; the first: " + topic + "[0]: ")
        .containsOnlyOnce("MESSAGE_TOO_LARGE");
    assertThat(values(topic)).containsExactly("a", "b");
  }

  @Test
  void aLineThatIsNoMessageEndsTheInputAndWhatWasReadIsDelivered() {
    String topic = SharedKafka.topic(1);

    Ended ended = send("{\"payload\":\"a\"}\n{\"id\":1}\n{\"payload\":\"b\"}\n", topic, "-J", "-q");

    assertThat(ended.failure(ExitCodes.FAILED))
        .startsWith("toppar: line 2 of standard input: 'payload' is missing");
    assertThat(values(topic)).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalDeliversWhatWasReadThoughTheInputIsStillAwaited(String signal) throws Exception {
    CommandProcess.assumeInterruptible();
    String topic = SharedKafka.topic(1);
    try (CommandProcess command =
        CommandProcess.startFed(produce(topic, "-T", "-X", "linger.ms=60000"))) {
      command.feed("a\nb\nunfinished");
      command.awaitOut("a\nb\n"::equals);
      command.signal(signal);

      Ended ended = command.end();

      assertThat(ended.errors()).hasSize(1);
      assertThat(ended.errors().get(0)).startsWith("% delivered: 2 records, 2 bytes, ");
      assertThat(ended.status()).isEqualTo(signal.equals("INT") ? 130 : 143);
      assertThat(values(topic)).containsExactly("a", "b");
    }
  }

  @Test
  void whatCannotBeReadOrWrittenToIsRefused() throws IOException {
    String topic = SharedKafka.topic(2);
    String absent = folder.resolve("absent").toString();
    String there = file("there", "a\n");

    assertThat(CommandProcess.run(produce(topic, there, absent)).failure(ExitCodes.USAGE))
        .isEqualTo("toppar: '" + absent + "' does not exist");
    assertThat(
            CommandProcess.run(produce(topic, "-z", "lz4", "-X", "compression.type=gzip", there))
                .failure(ExitCodes.USAGE))
        .contains("-z and compression.type say different things", "give only one of them");
    assertThat(CommandProcess.run(produce("nosuch", there)).failure(ExitCodes.FAILED))
        .startsWith("toppar: topic 'nosuch' is not known at " + SharedKafka.address());
    assertThat(CommandProcess.run(produce(topic, "-p", "2", there)).failure(ExitCodes.FAILED))
        .isEqualTo("toppar: topic '" + topic + "' has no partition 2; it has 0 to 1");
    assertThat(values(topic)).isEmpty();
  }

  /** kcat's envelope says the same in the same words, as far as all bytes are text. */
  @Test
  void theJsonLinesOfKcatAreTakenToo() throws Exception {
    Kcat.assumeThere();
    String from = SharedKafka.topic(1);
    String to = SharedKafka.topic(1);
    String path =
        file("in", "k1:v1\nk2:\n:v3\nplain\nk:{\"base64\":\"AA==\"}\n\u00e9:\"\\\u0001\n");
    send(Files.readString(Path.of(path)), from, "-q", "-K", ":", "-H", "h=1", "-H", "none").done();
    send("k:\n:\n", from, "-q", "-K", ":", "-Z").done();
    Path lines = Files.write(folder.resolve("lines"), Kcat.run("-C", "-t", from, "-e", "-J"));

    CommandProcess.run(produce(to, "-q", "-J", lines.toString())).done();

    assertThat(RandomRecords.texts(SharedKafka.KAFKA.read(to), true))
        .hasSize(8)
        .containsExactlyElementsOf(RandomRecords.texts(SharedKafka.KAFKA.read(from), true));
  }

  @Test
  void aCountOfZeroIsNoBoundAsInKcat() throws Exception {
    Kcat.assumeThere();
    String ours = SharedKafka.topic(1);
    String theirs = SharedKafka.topic(1);
    String path = file("in", "a\nb\nc\n");

    CommandProcess.run(produce(ours, "-q", "-c", "0", path)).done();
    Kcat.run("-P", "-t", theirs, "-c", "0", "-l", path);

    assertThat(values(ours)).containsExactly("a", "b", "c").isEqualTo(values(theirs));
    assertThat(Kcat.run("-C", "-t", ours, "-e", "-c", "0"))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("a\nb\nc\n");
  }

  /** kcat reads what was written as it reads its own. */
  @Test
  void kcatReadsTheSame() throws Exception {
    Kcat.assumeThere();
    String ours = SharedKafka.topic(1);
    String theirs = SharedKafka.topic(1);
    String path = file("in", "k1:v1\nk2:\n:v3\nplain\na:b:c\n");

    CommandProcess.run(produce(ours, "-q", "-K", ":", "-Z", "-H", "h=1", "-z", "zstd", path))
        .done();
    Kcat.run("-P", "-t", theirs, "-K", ":", "-Z", "-H", "h=1", "-l", path);

    String format = "%K:%k %S:%s %h\\n";
    assertThat(Kcat.run("-C", "-t", ours, "-e", "-f", format))
        .asString(StandardCharsets.UTF_8)
        .startsWith("2:k1 2:v1 h=1\n2:k2 -1: h=1\n-1: 2:v3 h=1\n")
        .isEqualTo(text(Kcat.run("-C", "-t", theirs, "-e", "-f", format)));
  }
}
