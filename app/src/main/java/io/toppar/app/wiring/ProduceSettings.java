package io.toppar.app.wiring;

import io.toppar.app.config.Acks;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ProducerKeys;
import io.toppar.app.engine.ProducerSettings;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.ports.Compression;
import java.util.SplittableRandom;

/**
 * Turns the configuration into what the engine of a producer needs. A default that contradicts what
 * was given gives way here; what was given and contradicts was refused before. Stateless.
 */
final class ProduceSettings {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private ProduceSettings() {}

  static ProducerSettings of(Configuration from) {
    int request = from.value(ProducerKeys.MAX_REQUEST_SIZE);
    long memory = from.value(ProducerKeys.BUFFER_MEMORY);
    boolean ignoresKeys = from.value(ProducerKeys.PARTITIONER_IGNORE_KEYS);
    return new ProducerSettings(
        from.value(ClientKeys.CLIENT_ID),
        produce(from),
        EngineSettings.metadata(from),
        new Compression(
            from.value(ProducerKeys.COMPRESSION_TYPE),
            from.find(ProducerKeys.COMPRESSION_LEVEL).orElse(Compression.DEFAULT_LEVEL)),
        Math.min(request, from.value(ProducerKeys.BATCH_SIZE)),
        from.value(ProducerKeys.BATCH_NUM_MESSAGES),
        from.isGiven(ProducerKeys.BUFFER_MEMORY) ? memory : Math.max(memory, 2L * request),
        request,
        EngineSettings.nanos(from, ProducerKeys.MAX_BLOCK_MS),
        from.value(ClientKeys.ALLOW_AUTO_CREATE_TOPICS),
        EngineSettings.COMMAND_LIMIT,
        ignoresKeys ? PartitionChoice.STICKY : from.value(ProducerKeys.PARTITIONER),
        from.value(ProducerKeys.PARTITIONER_ADAPTIVE_PARTITIONING_ENABLE),
        EngineSettings.nanos(from, ProducerKeys.PARTITIONER_AVAILABILITY_TIMEOUT_MS),
        EngineSettings.nanos(from, ClientKeys.STATISTICS_INTERVAL_MS),
        new SplittableRandom());
  }

  private static ProduceConfig produce(Configuration from) {
    long backoff = EngineSettings.nanos(from, ClientKeys.RETRY_BACKOFF_MS);
    return new ProduceConfig(
        from.value(ProducerKeys.ACKS).code(),
        isIdempotent(from),
        from.value(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
        lingerMillis(from) * NANOS_PER_MILLI,
        from.value(ProducerKeys.MAX_REQUEST_SIZE),
        deliveryTimeoutNanos(from),
        EngineSettings.nanos(from, ClientKeys.REQUEST_TIMEOUT_MS),
        from.value(ProducerKeys.RETRIES),
        backoff,
        Math.max(backoff, EngineSettings.nanos(from, ClientKeys.RETRY_BACKOFF_MAX_MS)));
  }

  /** Where it was not asked for, other settings may rule it out (P16). */
  private static boolean isIdempotent(Configuration from) {
    return from.value(ProducerKeys.ENABLE_IDEMPOTENCE)
        && from.value(ProducerKeys.ACKS) == Acks.ALL
        && from.value(ProducerKeys.RETRIES) > 0
        && from.value(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION)
            <= ProducerKeys.IDEMPOTENT_IN_FLIGHT;
  }

  private static long deliveryTimeoutNanos(Configuration from) {
    long timeout = EngineSettings.nanos(from, ProducerKeys.DELIVERY_TIMEOUT_MS);
    return timeout == 0 ? Long.MAX_VALUE : timeout;
  }

  /** Half of the time that a message has is left for all the rest. */
  private static long lingerMillis(Configuration from) {
    long linger = from.value(ProducerKeys.LINGER_MS);
    long timeout = from.value(ProducerKeys.DELIVERY_TIMEOUT_MS);
    return timeout == 0 ? linger : Math.min(linger, timeout / 2);
  }
}
