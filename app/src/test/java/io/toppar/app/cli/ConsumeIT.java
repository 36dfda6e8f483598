package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.testing.kafka.WriteOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code toppar consume} on a real broker: what it prints, where it begins and when it ends. */
final class ConsumeIT {

  @TempDir Path folder;

  private static String[] consume(String topic, String... more) {
    List<String> words =
        new ArrayList<>(List.of("consume", "-b", SharedKafka.address(), "-t", topic));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static Ended read(String topic, String... more) {
    return CommandProcess.run(consume(topic, more));
  }

  private static String lines(int from, int end) {
    return String.join("\n", SharedKafka.numbers(from, end)) + "\n";
  }

  /** B229: the tool asks for the ends itself, whatever the library's default is. */
  @Test
  void withoutOptionsEverythingIsPrintedAndTheEndsAreTold() {
    String topic = SharedKafka.topic(2);
    SharedKafka.KAFKA.write(topic, 0, "a", "", "b");
    SharedKafka.KAFKA.write(topic, 1, "c");

    Ended ended = read(topic, "-e");

    assertThat(ended.status()).isZero();
    assertThat(ended.lines()).containsExactlyInAnyOrder("a", "", "b", "c");
    assertThat(ended.errors())
        .containsExactlyInAnyOrder(
            "% Reached end of " + topic + "[0] at offset 3",
            "% Reached end of " + topic + "[1] at offset 1");
    assertThat(read(topic, "-e", "-q", "-p", "1", "-p", "1").done().out()).isEqualTo("c\n");
  }

  @Test
  void anEmptyLogAndTheEndOfAFullOneEndAtOnce() {
    String empty = SharedKafka.topic(3);
    String full = SharedKafka.topicOf("a");

    assertThat(read(empty, "-e", "-q").done().out()).isEmpty();
    assertThat(read(full, "-e", "-q", "-o", "end").done().out()).isEmpty();
  }

  /** B096: the log ends with transaction markers, which are no records. */
  @Test
  void aTrailingTransactionDoesNotKeepItFromEnding() {
    String topic = SharedKafka.topicOf("plain");
    SharedKafka.transaction(topic, true, "kept");
    SharedKafka.transaction(topic, false, "dropped");

    assertThat(read(topic, "-e", "-q").done().out()).isEqualTo("plain\nkept\n");
    assertThat(read(topic, "-e", "-q", "-X", "isolation.level=read_uncommitted").done().out())
        .isEqualTo("plain\nkept\ndropped\n");
  }

  /** With a transaction still open the end is the last stable offset. */
  @Test
  void anOpenTransactionIsNotWaitedFor() throws Exception {
    String topic = SharedKafka.topicOf("plain");
    WriteOptions options = WriteOptions.defaults().with("transactional.id", "open");
    try (Producer<byte[], byte[]> producer = SharedKafka.KAFKA.producer(options)) {
      producer.initTransactions();
      producer.beginTransaction();
      Future<?> sent = producer.send(SharedKafka.records(topic, "open").get(0));
      producer.flush();
      sent.get();

      assertThat(read(topic, "-e", "-q").done().out()).isEqualTo("plain\n");

      producer.abortTransaction();
    }
  }

  /** B227: records that arrive all the time kept the tool from ever ending. */
  @Test
  void aBusyTopicEndsAtTheFirstEndOfEachPartition() throws Exception {
    String topic = SharedKafka.topic(4);
    Thread writer = new Thread(() -> writeUntilInterrupted(topic), "busy");
    writer.start();
    try {
      assertThat(read(topic, "-e", "-q").done().status()).isZero();
    } finally {
      writer.interrupt();
      writer.join();
    }
  }

  private static void writeUntilInterrupted(String topic) {
    WriteOptions now = WriteOptions.defaults().with("linger.ms", "0");
    try (Producer<byte[], byte[]> producer = SharedKafka.KAFKA.producer(now)) {
      for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
        producer.send(new ProducerRecord<>(topic, i % 4, null, new byte[] {'x'})).get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } catch (InterruptException e) {
      // The test is over.
    }
  }

  /** B092: a start in mid-batch gives the records from there on, and -c counts those alone. */
  @Test
  void aCountIsExactAlsoFromTheMiddleOfABatch() {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 100));

    assertThat(read(topic, "-q", "-o", "40", "-c", "7").done().out()).isEqualTo(lines(40, 47));
    assertThat(read(topic, "-q", "-o", "-3", "-c", "2").done().out()).isEqualTo(lines(97, 99));
    assertThat(read(topic, "-q", "-c", "100").done().out()).isEqualTo(lines(0, 100));
    assertThat(read(topic, "-q", "-c", "0", "-e").done().out())
        .as("0 is no bound")
        .isEqualTo(lines(0, 100));
  }

  /** B247: -N is a distance of offsets, and it ends though there are gaps. */
  @Test
  void aTailCountsOffsetsAndEndsAlsoOverGaps() {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 5));
    SharedKafka.transaction(topic, false, "x", "y");

    assertThat(read(topic, "-q", "-e", "-o", "-5").done().out()).isEqualTo(lines(3, 5));
    assertThat(read(topic, "-q", "-e", "-o", "-2").done().out()).isEmpty();
    assertThat(read(topic, "-q", "-e", "-o", "-1000").done().out()).isEqualTo(lines(0, 5));
    assertThat(CommandProcess.run("consume", "--help").out().replaceAll("\\s+", " "))
        .contains("offsets before the end");
  }

  @Test
  void timesBoundTheReadingOnBothSides() {
    String topic = SharedKafka.topic(2);
    List<ProducerRecord<byte[], byte[]>> records =
        IntStream.range(0, 10)
            .mapToObj(
                i ->
                    new ProducerRecord<byte[], byte[]>(
                        topic, 0, 1_000L + i, null, new byte[] {(byte) ('0' + i)}))
            .toList();
    SharedKafka.KAFKA.write(records, WriteOptions.defaults());

    assertThat(read(topic, "-q", "-o", "s@1003", "-o", "e@1006", "-D", ",").done().out())
        .isEqualTo("3,4,5,");
    assertThat(read(topic, "-q", "-o", "s@1008", "-e").done().out()).isEqualTo("8\n9\n");
    assertThat(read(topic, "-q", "-o", "e@500").done().out()).isEmpty();
    for (String start : List.of("s@1003", "s@1006")) {
      assertThat(read(topic, "-p", "0", "-o", start, "-o", "e@1006", "-e").errors())
          .as("from %s", start)
          .containsExactly("% Reached the end time of " + topic + "[0] at offset 6");
    }
    assertThat(read(topic, "-p", "0", "-o", "s@1003", "-o", "e@1006", "-c", "2").errors())
        .as("ended by the count")
        .isEmpty();
  }

  @Test
  void anEndByTimeIsReachedAlsoWhereNothingIsLeftOfTheLog() {
    String topic = SharedKafka.topicOf("gone");
    SharedKafka.KAFKA.deleteRecords(topic, 0, 1);

    assertThat(read(topic, "-q", "-o", "e@99999999999999").done().out()).isEmpty();
  }

  /** B233: bytes are printed as they are, and formats print what they say, as with kcat. */
  @Test
  void formatsAndDelimitersPrintExactBytes() {
    String topic = SharedKafka.topic(1);
    byte[] value = {(byte) 0xff, 0, '\n', 'x'};
    SharedKafka.KAFKA.write(
        List.of(new ProducerRecord<>(topic, 0, 1_700_000_000_000L, new byte[] {'k'}, value)),
        WriteOptions.defaults());

    assertThat(read(topic, "-q", "-e", "-D", "").done().bytes()).isEqualTo(value);
    assertThat(read(topic, "-q", "-e", "-f", "%t %p %o %K:%k %S %T|").done().out())
        .isEqualTo(topic + " 0 0 1:k 4 1700000000000|");
    assertThat(read(topic, "-q", "-e", "-J").done().out())
        .isEqualTo(
            "{\"topic\":\""
                + topic
                + "\",\"partition\":0,\"offset\":0,\"tstype\":\"create\",\"ts\":1700000000000,"
                + "\"broker\":1,\"key\":\"k\",\"payload\":{\"base64\":\"/wAKeA==\"}}\n");
  }

  @Test
  void discardPrintsNothingButAReport() {
    Ended ended = read(SharedKafka.topicOf("abc", "de"), "-e", "-q", "--discard");

    assertThat(ended.status()).isZero();
    assertThat(ended.bytes()).isEmpty();
    assertThat(ended.errors()).hasSize(1);
    assertThat(ended.errors().get(0))
        .matches("2 records, 5 bytes, [0-9.]+ s, [0-9,]+ records/s, [0-9.]+ MB/s");
  }

  /** All other tests show that there is none in a pipe. */
  @Test
  void progressIsShownOnATerminalUnlessQuiet() {
    String topic = SharedKafka.topicOf("abc", "de");
    try (CommandProcess reader = CommandProcess.startWatched(consume(topic))) {
      reader.awaitErrors(text -> text.contains("\r2 records, 5 bytes, "));
      reader.signal("TERM");
      reader.end();
    }
    try (CommandProcess reader = CommandProcess.startWatched(consume(topic, "-q", "-e"))) {
      reader.end().done();
    }
  }

  @Test
  void offsetFilesAreWhereTheNextRunGoesOn() throws Exception {
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 10));
    String offsets = folder.resolve("offsets").toString();

    assertThat(read(topic, "-q", "-c", "4", "--offsets", offsets).done().out())
        .isEqualTo(lines(0, 4));
    assertThat(folder.resolve("offsets/" + topic + "-0.offset")).hasContent("4\n");
    assertThat(read(topic, "-q", "-e", "--offsets", offsets).done().out()).isEqualTo(lines(4, 10));
    assertThat(read(topic, "-q", "-e", "--offsets", offsets).done().out()).isEmpty();
    assertThat(read(topic, "-q", "-e", "-o", "8", "--offsets", offsets).done().out())
        .isEqualTo(lines(8, 10));
  }

  @Test
  void interruptsEndItWithTheOffsetsStored() throws Exception {
    CommandProcess.assumeInterruptible();
    String topic = SharedKafka.topicOf(SharedKafka.numbers(0, 10));
    for (Map.Entry<String, Integer> signal : Map.of("INT", 130, "TERM", 143).entrySet()) {
      Path offsets = folder.resolve(signal.getKey());
      try (CommandProcess reader =
          CommandProcess.start(consume(topic, "-q", "--offsets", offsets.toString()))) {
        reader.awaitOut(text -> text.endsWith("9\n"));
        reader.signal(signal.getKey());
        Ended ended = reader.end();

        assertThat(ended.status()).isEqualTo(signal.getValue());
        assertThat(ended.errors()).isEmpty();
        assertThat(Files.readString(offsets.resolve(topic + "-0.offset"))).isEqualTo("10\n");
      }
    }
  }

  /** What was not read at the other end of the pipe is not stored, beyond what the pipe holds. */
  @Test
  void aClosedPipeEndsItWithoutAWord() throws Exception {
    String topic = SharedKafka.topic(1);
    SharedKafka.KAFKA.fill(topic, 5_000, 1_000, WriteOptions.defaults().batchBytes(20_000));
    Path offsets = folder.resolve("piped");
    Process reader =
        new ProcessBuilder(
                CommandProcess.command(
                    List.of(), consume(topic, "-e", "--offsets", offsets.toString())))
            .redirectError(folder.resolve("errors").toFile())
            .start();
    try (InputStream out = reader.getInputStream()) {
      assertThat(out.readNBytes(100_000)).hasSize(100_000);
    }

    assertThat(reader.waitFor()).isZero();
    assertThat(folder.resolve("errors"))
        .content()
        .isEqualTo("% " + topic + "[0]: no offset is stored; goes on at 0\n");
    assertThat(Long.parseLong(Files.readString(offsets.resolve(topic + "-0.offset")).strip()))
        .isBetween(1L, 400L);
  }

  @Test
  void aDeadBrokerIsWarnedOfOnceAndReadOnFromWhenItIsBack() throws Exception {
    String topic = SharedKafka.topicOf("before");
    Path offsets = folder.resolve("outlived");
    try (CommandProcess reader =
        CommandProcess.start(consume(topic, "-D", ";", "--offsets", offsets.toString()))) {
      reader.awaitOut("before;"::equals);
      SharedKafka.KAFKA.kill(1);
      reader.awaitErrors(text -> text.contains(SharedKafka.address()));
      SharedKafka.KAFKA.restart(1);
      SharedKafka.KAFKA.write(topic, 0, "after");
      reader.awaitOut("before;after;"::equals);
      reader.signal("TERM");

      assertThat(reader.end().errors()).allMatch(line -> line.startsWith("% "));
      assertThat(offsets.resolve(topic + "-0.offset")).hasContent("2\n");
    }
  }
}
