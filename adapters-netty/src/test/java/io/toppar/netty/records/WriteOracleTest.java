package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.Compression;
import io.toppar.ports.Compression.Codec;
import io.toppar.ports.SealedBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The batches we write against kafka-clients', and as kafka-clients reads them. */
final class WriteOracleTest {

  private static final int ROUNDS = 60;
  private static final int NO_LIMIT = 1 << 30;

  private final MemoryAccount memory = new MemoryAccount();
  private final BatchMaker maker = new BatchMaker(1 << 20);

  @AfterEach
  void nothing_is_held() {
    assertThat(memory.taken()).isZero();
    assertThat(maker.outstandingChunks()).isZero();
    maker.close();
  }

  @Test
  void a_batch_without_compression_has_the_bytes_of_kafka_s() {
    for (int round = 0; round < ROUNDS; round++) {
      SplittableRandom random = new SplittableRandom(round);
      List<SentRecord> records = SentRecord.random(random, random.nextInt(1, 60));
      boolean known = random.nextBoolean();
      long id = known ? random.nextLong(1L << 50) : -1;
      short epoch = (short) (known ? random.nextInt(9) : -1);
      int sequence = known ? random.nextInt(Integer.MAX_VALUE) : -1;
      SealedBatch batch = sealed(records, Compression.NONE, random.nextInt(30_000));
      byte[] ours = SentBatches.bytes(batch, id, epoch, sequence);
      assertThat(ours).as("seed %d", round).isEqualTo(kafkas(records, id, epoch, sequence));
      assertThat(batch.sizeBytes()).isEqualTo(ours.length);
      batch.release();
    }
  }

  @ParameterizedTest
  @EnumSource
  void kafka_reads_of_a_batch_of_any_codec_what_was_written(Codec codec) {
    for (int round = 0; round < ROUNDS; round++) {
      SplittableRandom random = new SplittableRandom(round);
      List<SentRecord> records = SentRecord.random(random, random.nextInt(1, 300));
      SealedBatch batch = sealed(records, Compression.of(codec), random.nextInt(30_000));
      byte[] bytes = SentBatches.bytes(batch);
      assertThat(read(bytes)).as("seed %d", round).isEqualTo(seen(records));
      assertThat(Reading.of(bytes, 0).records())
          .as("seed %d, by us", round)
          .isEqualTo(seen(records));
      batch.release();
    }
  }

  @ParameterizedTest
  @EnumSource
  void parts_of_a_split_batch_are_the_records_in_order(Codec codec) {
    for (int round = 0; round < ROUNDS; round++) {
      SplittableRandom random = new SplittableRandom(round);
      List<SentRecord> records = SentRecord.random(random, random.nextInt(2, 100));
      SealedBatch batch = sealed(records, Compression.of(codec), random.nextInt(30_000));
      List<Seen> seen = new ArrayList<>();
      List<SealedBatch> parts = batch.split();
      assertThat(parts).as("seed %d", round).hasSizeGreaterThan(1);
      for (SealedBatch part : parts) {
        List<Seen> ofPart = read(SentBatches.bytes(part));
        assertThat(part.recordCount()).isEqualTo(ofPart.size()).isPositive();
        ofPart.forEach(one -> seen.add(moved(one, seen.size())));
        part.release();
      }
      assertThat(seen).as("seed %d", round).isEqualTo(seen(records));
    }
  }

  private SealedBatch sealed(List<SentRecord> records, Compression compression, int expected) {
    BatchBuilder open = maker.newBatch(NO_LIMIT, expected, compression, memory);
    records.forEach(one -> assertThat(one.appendTo(open)).isEqualTo(BatchBuilder.Append.APPENDED));
    SealedBatch batch = open.seal();
    assertThat(memory.taken()).isEqualTo(batch.heldBytes());
    return batch;
  }

  private static byte[] kafkas(List<SentRecord> records, long id, short epoch, int sequence) {
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(1024),
            RecordBatch.MAGIC_VALUE_V2,
            org.apache.kafka.common.compress.Compression.NONE,
            TimestampType.CREATE_TIME,
            0,
            RecordBatch.NO_TIMESTAMP,
            id,
            epoch,
            sequence,
            false,
            RecordBatch.NO_PARTITION_LEADER_EPOCH);
    records.forEach(one -> one.appendTo(builder));
    return KafkaBatches.bytes(builder.build());
  }

  /** What Kafka reads, the checksum included. */
  private static List<Seen> read(byte[] bytes) {
    MemoryRecords.readableRecords(ByteBuffer.wrap(bytes))
        .batches()
        .forEach(batch -> batch.ensureValid());
    return KafkaBatches.read(bytes, 0);
  }

  private static List<Seen> seen(List<SentRecord> records) {
    List<Seen> seen = new ArrayList<>();
    records.forEach(one -> seen.add(one.seenAt(seen.size())));
    return seen;
  }

  private static Seen moved(Seen one, long offset) {
    return new Seen(
        offset,
        one.timestamp(),
        one.timestampType(),
        one.leaderEpoch(),
        one.key(),
        one.value(),
        one.headers());
  }
}
