package io.toppar.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings that all producers of a measurement have: what differs from client to client by
 * default is named. Immutable.
 *
 * @param server the one broker, {@code HOST:PORT}
 * @param acks {@code 1} or {@code all}; the latter with idempotence
 * @param codec {@code none}, {@code lz4} ...
 * @param lingerMillis how long a batch waits to be filled
 * @param batchBytes how large it becomes
 */
record ProduceSettings(String server, String acks, String codec, int lingerMillis, int batchBytes) {

  private static final int BUFFER_BYTES = 32 << 20;

  /** KEY=VALUE for Kafka's producer and for Toppar's. */
  List<String> forJava() {
    List<String> words = common();
    words.add("buffer.memory=" + BUFFER_BYTES);
    return words;
  }

  /** KEY=VALUE for librdkafka, where the same bound on memory has another name. */
  List<String> forLibrdkafka() {
    List<String> words = common();
    words.add("queue.buffering.max.kbytes=" + (BUFFER_BYTES >> 10));
    words.add("queue.buffering.max.messages=10000000"); // more than fit in the kilobytes
    return words;
  }

  private List<String> common() {
    return new ArrayList<>(
        List.of(
            "acks=" + acks,
            "enable.idempotence=" + acks.equals("all"),
            "compression.type=" + codec,
            "linger.ms=" + lingerMillis,
            "batch.size=" + batchBytes,
            "max.in.flight.requests.per.connection=5"));
  }
}
