package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.testing.kafka.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records that cannot be read, as a broker with a damaged disk serves them: what is before them is
 * printed, the command ends with the place and the way on, and the stored offset stays before them.
 *
 * <p>The damage is done to the broker's own segment files while it is down after a clean stop, so
 * that it does not look through them at the next start.
 */
final class DamagedLogIT {

  private static final int LENGTH_AT = 8;
  private static final int MAGIC_AT = 16;
  private static final int CRC_AT = 17;
  private static final int ATTRIBUTES_AT = 21;
  private static final int RECORDS_AT = 61;

  private static String wrongCrc = "";
  private static String corrupt = "";
  private static String unknownCodec = "";
  private static String unknownMagic = "";

  @TempDir Path folder;

  /** Changes a batch, from its first byte to its last. */
  private interface Damage {
    void to(ByteBuffer batch);
  }

  @BeforeAll
  static void damageTopics() throws Exception {
    wrongCrc = threeBatches();
    corrupt = threeBatches();
    unknownCodec = threeBatches();
    unknownMagic = threeBatches();
    SharedKafka.KAFKA.stop(1);
    damage(wrongCrc, batch -> batch.put(batch.limit() - 2, (byte) 'X'));
    damage(
        corrupt,
        batch -> {
          batch.put(RECORDS_AT, (byte) 0x7e);
          seal(batch);
        });
    damage(
        unknownCodec,
        batch -> {
          batch.putShort(ATTRIBUTES_AT, (short) 7);
          seal(batch);
        });
    damage(unknownMagic, batch -> batch.put(MAGIC_AT, (byte) 9));
    SharedKafka.KAFKA.restart(1);
  }

  /** Offsets 0 and 1, the batch of 2 and 3 that is to be damaged, and 4. */
  private static String threeBatches() {
    String topic = SharedKafka.topicOf("a", "b");
    SharedKafka.KAFKA.write(topic, 0, "c", "d");
    SharedKafka.KAFKA.write(topic, 0, "e");
    return topic;
  }

  private static void damage(String topic, Damage damage) throws IOException {
    Path segment =
        SharedKafka.KAFKA.dataFolder(1).resolve(topic + "-0").resolve("0".repeat(20) + ".log");
    ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(segment));
    int second = size(log, 0);
    damage.to(log.slice(second, size(log, second)));
    Files.write(segment, log.array());
  }

  private static int size(ByteBuffer log, int at) {
    return LENGTH_AT + 4 + log.getInt(at + LENGTH_AT);
  }

  /** Makes the checksum right for what is there now. */
  private static void seal(ByteBuffer batch) {
    CRC32C crc = new CRC32C();
    crc.update(batch.slice(ATTRIBUTES_AT, batch.limit() - ATTRIBUTES_AT));
    batch.putInt(CRC_AT, (int) crc.getValue());
  }

  private String stopsAtOffsetTwo(String topic) throws IOException {
    Ended ended =
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

    assertThat(ended.out()).isEqualTo("a\nb\n");
    assertThat(folder.resolve(topic + "-0.offset")).hasContent("2\n");
    String said = ended.failure(ExitCodes.FAILED);
    assertThat(said).startsWith("toppar: " + topic + "[0]: ");
    return said;
  }

  private static String goesOnBehind(String topic, String offset) {
    return CommandProcess.run(
            "consume",
            "-b",
            SharedKafka.address(),
            "-t",
            topic,
            "-e",
            "-q",
            "-p",
            "0",
            "-o",
            offset)
        .done()
        .out();
  }

  @Test
  void aWrongChecksumIsToldWithTheWayOn() throws Exception {
    assertThat(stopsAtOffsetTwo(wrongCrc))
        .contains("records 2..3", "cannot be read", "CRC-32C", "-p 0 -o 4");
    assertThat(goesOnBehind(wrongCrc, "4")).isEqualTo("e\n");
  }

  @Test
  void checksumsCanBeLeftUnchecked() {
    assertThat(
            CommandProcess.run(
                    "consume",
                    "-b",
                    SharedKafka.address(),
                    "-t",
                    wrongCrc,
                    "-e",
                    "-q",
                    "-X",
                    "check.crcs=false")
                .done()
                .lines())
        .hasSize(5);
  }

  @Test
  void recordsThatContradictTheirLengthsAreToldWithTheWayOn() throws Exception {
    assertThat(stopsAtOffsetTwo(corrupt)).contains("cannot be read", "-p 0 -o 4");
    assertThat(goesOnBehind(corrupt, "4")).isEqualTo("e\n");
  }

  @Test
  void anUnknownCodecIsToldWithTheWayOn() throws Exception {
    assertThat(stopsAtOffsetTwo(unknownCodec)).contains("7", "-p 0 -o 4");
    assertThat(goesOnBehind(unknownCodec, "4")).isEqualTo("e\n");
  }

  @Test
  void anUnknownFormatIsTold() throws Exception {
    assertThat(stopsAtOffsetTwo(unknownMagic)).contains("9", "-p 0 -o ");
  }

  /** A few kilobytes that decompress to 32 MiB, where 1 MiB is allowed. */
  @Test
  void aDecompressionBombIsRefusedBeforeItUnfolds() {
    for (String codec : List.of("gzip", "zstd", "lz4")) {
      String topic = SharedKafka.topicOf("a");
      SharedKafka.KAFKA.write(
          List.of(new ProducerRecord<>(topic, 0, null, new byte[32 << 20])),
          WriteOptions.defaults().codec(codec).with("max.request.size", "67108864"));

      Ended ended =
          CommandProcess.run(
              "consume",
              "-b",
              SharedKafka.address(),
              "-t",
              topic,
              "-e",
              "-q",
              "-X",
              "fetch.decompressed.max.bytes=1048576");

      assertThat(ended.out()).as(codec).isEqualTo("a\n");
      assertThat(ended.failure(ExitCodes.FAILED))
          .as(codec)
          .contains(topic + "[0]", "more than the limit of 1048576 bytes", "-p 0 -o 2");
    }
  }
}
