package io.toppar.app.config;

import io.toppar.ports.Compression.Codec;

/**
 * The checks between the keys of a producer: what was given explicitly and contradicts is refused
 * with both names (P16, B188), a default that contradicts gives way where it is read.
 */
final class ProducerChecks {

  private static final int HIGHEST_GZIP = 9;
  private static final int HIGHEST_LZ4 = 17;

  private ProducerChecks() {}

  static void check(Configuration settings) {
    lingerEndsInTime(settings);
    idempotenceIsPossible(settings);
    levelIsOneOfTheCodec(settings);
    sizesFit(settings);
    keysAreIgnoredOrNot(settings);
  }

  private static void lingerEndsInTime(Configuration settings) {
    int linger = settings.value(ProducerKeys.LINGER_MS);
    int timeout = settings.value(ProducerKeys.DELIVERY_TIMEOUT_MS);
    if (settings.isGiven(ProducerKeys.LINGER_MS) && timeout > 0 && linger >= timeout) {
      throw new ConfigException(
          "linger.ms ("
              + linger
              + ") must be below delivery.timeout.ms ("
              + timeout
              + "), or messages would fail while they wait for more");
    }
  }

  private static void idempotenceIsPossible(Configuration settings) {
    if (!settings.isGiven(ProducerKeys.ENABLE_IDEMPOTENCE)
        || !settings.value(ProducerKeys.ENABLE_IDEMPOTENCE)) {
      return;
    }
    idempotenceNeeds(
        settings, ProducerKeys.ACKS, settings.value(ProducerKeys.ACKS) == Acks.ALL, "acks=all");
    idempotenceNeeds(
        settings,
        ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
        settings.value(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION)
            <= ProducerKeys.IDEMPOTENT_IN_FLIGHT,
        "at most " + ProducerKeys.IDEMPOTENT_IN_FLIGHT);
    idempotenceNeeds(
        settings,
        ProducerKeys.RETRIES,
        settings.value(ProducerKeys.RETRIES) > 0,
        "1 at least: a retry is what it is for");
  }

  private static <T> void idempotenceNeeds(
      Configuration settings, ConfigKey<T> key, boolean met, String need) {
    if (!met) {
      throw new ConfigException(
          "enable.idempotence is true and "
              + key.name()
              + " is "
              + key.type().format(settings.value(key))
              + ", which contradict; idempotence needs "
              + need);
    }
  }

  private static void levelIsOneOfTheCodec(Configuration settings) {
    if (!settings.isGiven(ProducerKeys.COMPRESSION_LEVEL)) {
      return;
    }
    Codec codec = settings.value(ProducerKeys.COMPRESSION_TYPE);
    int level = settings.value(ProducerKeys.COMPRESSION_LEVEL);
    String levels =
        switch (codec) {
          case NONE, SNAPPY -> "has no levels; leave compression.level out";
          case GZIP -> isWithin(level, HIGHEST_GZIP) ? "" : "has 1 to " + HIGHEST_GZIP;
          case LZ4 -> isWithin(level, HIGHEST_LZ4) ? "" : "has 1 to " + HIGHEST_LZ4;
          case ZSTD -> ""; // the key's own range is zstd's
        };
    if (!levels.isEmpty()) {
      throw new ConfigException(
          "compression.level is "
              + level
              + ", but compression.type "
              + ProducerKeys.COMPRESSION_TYPE.type().format(codec)
              + " "
              + levels);
    }
  }

  private static boolean isWithin(int level, int highest) {
    return level >= 1 && level <= highest;
  }

  private static void sizesFit(Configuration settings) {
    int batch = settings.value(ProducerKeys.BATCH_SIZE);
    int request = settings.value(ProducerKeys.MAX_REQUEST_SIZE);
    long memory = settings.value(ProducerKeys.BUFFER_MEMORY);
    if (settings.isGiven(ProducerKeys.BATCH_SIZE) && batch > request) {
      throw new ConfigException(
          "batch.size (" + batch + ") must not be above max.request.size (" + request + ")");
    }
    if (settings.isGiven(ProducerKeys.BUFFER_MEMORY)
        && settings.isGiven(ProducerKeys.MAX_REQUEST_SIZE)
        && memory < request) {
      throw new ConfigException(
          "buffer.memory ("
              + memory
              + ") must not be below max.request.size ("
              + request
              + "), or the largest messages would never find room");
    }
  }

  private static void keysAreIgnoredOrNot(Configuration settings) {
    if (settings.value(ProducerKeys.PARTITIONER_IGNORE_KEYS)
        && settings.isGiven(ProducerKeys.PARTITIONER)) {
      throw new ConfigException(
          "partitioner.ignore.keys and partitioner are both set; partitioner=sticky says the same"
              + " as the first, so set only partitioner");
    }
  }
}
