package io.toppar.testing.kafka;

import java.util.HashMap;
import java.util.Map;

/**
 * How records are written: a Kafka producer's properties over our defaults. Immutable.
 *
 * <p>A batch closes when it is full or at the end of the write, never by time: the same records
 * make the same batches.
 */
public final class WriteOptions {
  private static final WriteOptions DEFAULTS =
      new WriteOptions(
          Map.of(
              "acks", "all",
              "linger.ms", "120000",
              "delivery.timeout.ms", "180000",
              "batch.size", "1048576",
              "max.request.size", "16777216",
              "buffer.memory", "67108864"));

  private final Map<String, String> properties;

  private WriteOptions(Map<String, String> properties) {
    this.properties = Map.copyOf(properties);
  }

  /** No compression, batches of 1 MiB, acknowledged by all replicas in sync. */
  public static WriteOptions defaults() {
    return DEFAULTS;
  }

  /** {@code none}, {@code gzip}, {@code snappy}, {@code lz4} or {@code zstd}. */
  public WriteOptions codec(String name) {
    return with("compression.type", name);
  }

  /** A batch is closed before it outgrows this; 1 puts every record in its own batch. */
  public WriteOptions batchBytes(int bytes) {
    return with("batch.size", Integer.toString(bytes));
  }

  /** Any property of Kafka's producer. */
  public WriteOptions with(String key, String value) {
    Map<String, String> next = new HashMap<>(properties);
    next.put(key, value);
    return new WriteOptions(next);
  }

  Map<String, Object> producerProperties(String bootstrapServers) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("bootstrap.servers", bootstrapServers);
    return all;
  }
}
