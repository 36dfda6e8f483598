package io.toppar.app.cli;

import io.toppar.testing.kafka.EmbeddedKafka;
import io.toppar.testing.kafka.WriteOptions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Records of all kinds: keys and values that are null, empty, text and no text, headers twice and
 * with null, times of long ago. The same at each run.
 */
final class RandomRecords {

  private static final long SEED = 11;
  private static final HexFormat HEX = HexFormat.of();

  private RandomRecords() {}

  /** Writes so many of them, over all partitions. */
  static void write(EmbeddedKafka kafka, String topic, int count) {
    Random random = new Random(SEED);
    int partitions = kafka.endOffsets(topic).size();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              topic,
              random.nextInt(partitions),
              random.nextLong(1_700_000_000_000L),
              bytes(random),
              bytes(random));
      for (int header = random.nextInt(3); header > 0; header--) {
        record.headers().add("h" + random.nextInt(2), bytes(random));
      }
      records.add(record);
    }
    kafka.write(records, WriteOptions.defaults());
  }

  private static byte @Nullable [] bytes(Random random) {
    int kind = random.nextInt(4);
    if (kind == 0) {
      return null;
    }
    byte[] bytes = new byte[kind == 1 ? 0 : 1 + random.nextInt(20)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (kind == 2 ? random.nextInt(0x80) : random.nextInt());
    }
    return bytes;
  }

  /** All that is in records, for comparison, with or without the partitions they are in. */
  static List<String> texts(List<ConsumerRecord<byte[], byte[]>> records, boolean partitions) {
    return records.stream()
        .map(record -> (partitions ? record.partition() + " " : "") + text(record))
        .toList();
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    StringBuilder text = new StringBuilder();
    text.append(record.timestamp()).append(' ').append(hex(record.key()));
    text.append('=').append(hex(record.value()));
    for (Header header : record.headers()) {
      text.append(' ').append(header.key()).append('=').append(hex(header.value()));
    }
    return text.toString();
  }

  private static String hex(byte @Nullable [] bytes) {
    return bytes == null ? "null" : HEX.formatHex(bytes);
  }
}
