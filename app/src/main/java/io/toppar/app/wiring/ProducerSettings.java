package io.toppar.app.wiring;

import io.toppar.app.config.Acks;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.ConfigKey;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ProducerKeys;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.ports.Compression;

/**
 * Turns the configuration into what producing needs; here defaults give way to what was set. The
 * checks of the configuration have refused what contradicts explicitly. Stateless.
 */
final class ProducerSettings {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private ProducerSettings() {}

  /** The settings of the machine. */
  static ProduceConfig machine(Configuration from) {
    long backoff = nanos(from, ClientKeys.RETRY_BACKOFF_MS);
    return new ProduceConfig(
        from.value(ProducerKeys.ACKS).code(),
        isIdempotent(from),
        from.value(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
        lingerNanos(from),
        maxRequestBytes(from),
        deliveryTimeoutNanos(from),
        nanos(from, ClientKeys.REQUEST_TIMEOUT_MS),
        from.value(ProducerKeys.RETRIES),
        backoff,
        Math.max(backoff, nanos(from, ClientKeys.RETRY_BACKOFF_MAX_MS)));
  }

  /** As it was set; where it was not, whether what was set allows it (P16). */
  private static boolean isIdempotent(Configuration from) {
    return from.value(ProducerKeys.ENABLE_IDEMPOTENCE)
        && from.value(ProducerKeys.ACKS) == Acks.ALL
        && from.value(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION)
            <= ProducerKeys.IDEMPOTENT_IN_FLIGHT
        && from.value(ProducerKeys.RETRIES) > 0;
  }

  /** Just under the delivery timeout where that is so short. */
  private static long lingerNanos(Configuration from) {
    return Math.min(
        nanos(from, ProducerKeys.LINGER_MS), deliveryTimeoutNanos(from) - NANOS_PER_MILLI);
  }

  private static long deliveryTimeoutNanos(Configuration from) {
    long timeout = nanos(from, ProducerKeys.DELIVERY_TIMEOUT_MS);
    return timeout == 0 ? Long.MAX_VALUE : timeout;
  }

  /** The largest message, and the most bytes of a request: no more than there is memory for. */
  static int maxRequestBytes(Configuration from) {
    int bytes = from.value(ProducerKeys.MAX_REQUEST_SIZE);
    return from.isGiven(ProducerKeys.MAX_REQUEST_SIZE)
        ? bytes
        : (int) Math.min(bytes, from.value(ProducerKeys.BUFFER_MEMORY));
  }

  /** The bound on what is not delivered: at least the largest message. */
  static long bufferBytes(Configuration from) {
    return Math.max(from.value(ProducerKeys.BUFFER_MEMORY), maxRequestBytes(from));
  }

  /** The bytes with which a batch is full: no more than a request may have. */
  static int batchBytes(Configuration from) {
    return Math.min(from.value(ProducerKeys.BATCH_SIZE), maxRequestBytes(from));
  }

  /** How batches are compressed. */
  static Compression compression(Configuration from) {
    return new Compression(
        from.value(ProducerKeys.COMPRESSION_TYPE),
        from.find(ProducerKeys.COMPRESSION_LEVEL).orElse(Compression.DEFAULT_LEVEL));
  }

  /** How messages are given partitions. */
  static PartitionChoice partitioner(Configuration from) {
    return from.value(ProducerKeys.PARTITIONER_IGNORE_KEYS)
        ? PartitionChoice.STICKY
        : from.value(ProducerKeys.PARTITIONER);
  }

  private static long nanos(Configuration from, ConfigKey<Integer> millis) {
    return from.value(millis) * NANOS_PER_MILLI;
  }
}
