package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.netty.records.MemoryAccount;
import io.toppar.netty.records.SentRecord;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchBuilder.Append;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.Compression.Codec;
import io.toppar.ports.SealedBatch;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Records written to a real broker, and read by Kafka's own client and by kcat. */
final class WrittenRecordsIT {

  private static final int RECORDS = 1_000;
  private static final int BATCH_BYTES = 16 << 10;
  private static final long TIME = 1_700_000_000_000L;

  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(1);
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  static Stream<Arguments> ways() {
    return Stream.of(Codec.values())
        .flatMap(
            codec ->
                Stream.of(0, 1, -1)
                    .flatMap(
                        acks ->
                            Stream.of(false, true).map(floor -> Arguments.of(codec, acks, floor))));
  }

  @ParameterizedTest(name = "{0}, acks {1}, floor {2}")
  @MethodSource("ways")
  void kafka_reads_what_was_written(Codec codec, int acks, boolean floor) {
    TopicPartition topic = newTopic(codec + "." + acks + "." + floor);
    long seed = topic.hashCode();
    List<SentRecord> records = SentRecord.random(new SplittableRandom(seed), RECORDS, TIME);
    write(topic, records, codec, acks, floor);
    List<String> read = new ArrayList<>();
    while (read.size() < RECORDS) { // without acks nobody says when all is there
      read.clear();
      kafka.read(topic.topic()).forEach(one -> read.add(SentRecord.of(one).toString()));
    }
    assertThat(read)
        .as("seed %d", seed)
        .isEqualTo(records.stream().map(SentRecord::toString).toList());
  }

  @ParameterizedTest
  @EnumSource
  void kcat_reads_what_was_written(Codec codec) throws IOException, InterruptedException {
    assumeTrue(runs("kcat", "-V"), "there is no kcat here to read with");
    TopicPartition topic = newTopic("kcat." + codec);
    List<SentRecord> records = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < RECORDS; i++) {
      String key = i % 3 == 0 ? null : "k".repeat(i % 7);
      String value = i % 5 == 0 ? null : Long.toString(random.nextLong(), 36).repeat(i % 4);
      records.add(new SentRecord(TIME + i, key, value, List.of()));
      expected.add(i + " " + (TIME + i) + " " + told(key) + " " + told(value));
    }
    write(topic, records, codec, -1, false);
    assertThat(kcat(topic)).isEqualTo(expected);
  }

  private static void write(
      TopicPartition topic, List<SentRecord> records, Codec codec, int acks, boolean floor) {
    MemoryAccount memory = new MemoryAccount();
    try (OpenGateway client =
        new OpenGateway(
            NettyGatewayOptions.builder(kafka.bootstrapServers()).floorVersions(floor).build())) {
      BrokerOutcome.Metadata known =
          client.ask(client.metadata(30_000, topic.topic()), BrokerOutcome.Metadata.class);
      List<SealedBatch> batches = batches(client, records, codec, memory);
      List<CompletableFuture<BrokerOutcome>> sent = new ArrayList<>();
      for (SealedBatch batch : batches) {
        ProducePart part =
            new ProducePart(topic, known.cluster().topics().get(0).id(), batch, -1, (short) -1, -1);
        sent.add(
            client.submit(
                new BrokerRequest.Produce(
                    kafka.leader(topic.topic(), 0),
                    (short) acks,
                    20_000,
                    List.of(part),
                    client.deadlineIn(30_000))));
      }
      for (CompletableFuture<BrokerOutcome> one : sent) {
        BrokerOutcome outcome = OpenGateway.within(one);
        assertThat(outcome).isInstanceOf(BrokerOutcome.Produced.class);
        assertThat(((BrokerOutcome.Produced) outcome).partitions())
            .extracting(ProducedPartition::error)
            .containsOnly(ErrorCode.NONE);
      }
      batches.forEach(SealedBatch::release);
    }
    assertThat(memory.taken()).isZero();
  }

  private static List<SealedBatch> batches(
      OpenGateway client, List<SentRecord> records, Codec codec, MemoryAccount memory) {
    List<SealedBatch> batches = new ArrayList<>();
    BatchBuilder open = null;
    for (SentRecord record : records) {
      if (open == null || record.appendTo(open) == Append.FULL) {
        if (open != null) {
          batches.add(open.seal());
        }
        open = client.gateway.newBatch(BATCH_BYTES, 1_000, Compression.of(codec), memory);
        assertThat(record.appendTo(open)).isEqualTo(Append.APPENDED);
      }
    }
    if (open != null) {
      batches.add(open.seal());
    }
    return batches;
  }

  private static TopicPartition newTopic(String name) {
    String topic = name.toLowerCase(Locale.ROOT);
    kafka.createTopic(topic, 1);
    return new TopicPartition(topic, 0);
  }

  private static String told(@Nullable String text) {
    return text == null ? "-1:" : text.length() + ":" + text;
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  private static List<String> kcat(TopicPartition topic) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "kcat",
                "-b",
                kafka.bootstrapServers(),
                "-q",
                "-C",
                "-e",
                "-o",
                "beginning",
                "-X",
                "check.crcs=true",
                "-t",
                topic.topic(),
                "-f",
                "%o %T %K:%k %S:%s\\n")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return out.lines().toList();
  }
}
