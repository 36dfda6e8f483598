package io.toppar.app.config;

/**
 * The checks between keys: what was given explicitly and contradicts is refused, a default that
 * contradicts gives way where it is read.
 */
final class ConfigChecks {

  private ConfigChecks() {}

  static void check(Configuration settings) {
    ordered(settings, ClientKeys.RECONNECT_BACKOFF_MS, ClientKeys.RECONNECT_BACKOFF_MAX_MS);
    ordered(settings, ClientKeys.RETRY_BACKOFF_MS, ClientKeys.RETRY_BACKOFF_MAX_MS);
    int reply = settings.value(ClientKeys.RECEIVE_MESSAGE_MAX_BYTES);
    int fetch = settings.value(ConsumerKeys.FETCH_MAX_BYTES);
    boolean given =
        settings.isGiven(ClientKeys.RECEIVE_MESSAGE_MAX_BYTES)
            || settings.isGiven(ConsumerKeys.FETCH_MAX_BYTES);
    if (given && reply < fetch + 512L) {
      throw new ConfigException(
          "receive.message.max.bytes ("
              + reply
              + ") must be at least fetch.max.bytes ("
              + fetch
              + ") + 512, or replies could not be taken");
    }
    onlyTheFileStoreHas(settings, ConsumerKeys.OFFSET_STORE_PATH);
    onlyTheFileStoreHas(settings, ConsumerKeys.OFFSET_STORE_LAYOUT);
    brokerStoreNeedsAGroup(settings);
    ProducerChecks.check(settings);
  }

  private static void ordered(
      Configuration settings, ConfigKey<Integer> least, ConfigKey<Integer> most) {
    int low = settings.value(least);
    int high = settings.value(most);
    if (low > high) {
      throw new ConfigException(
          most.name() + " (" + high + ") must not be below " + least.name() + " (" + low + ")");
    }
  }

  private static void brokerStoreNeedsAGroup(Configuration settings) {
    if (settings.value(ConsumerKeys.OFFSET_STORE_METHOD) == OffsetStoreMethod.BROKER
        && settings.find(ConsumerKeys.GROUP_ID).orElse("").isEmpty()) {
      throw new ConfigException(
          "offset.store.method is broker, which keeps the offsets of a group, but there is none;"
              + " set group.id");
    }
  }

  /** An offset folder that nothing uses was a silent mistake of other clients (B131). */
  private static void onlyTheFileStoreHas(Configuration settings, ConfigKey<?> key) {
    if (settings.isGiven(key)
        && settings.value(ConsumerKeys.OFFSET_STORE_METHOD) != OffsetStoreMethod.FILE) {
      throw new ConfigException(
          key.name()
              + " is set but offset.store.method is not file, so no offset would be written"
              + " there; set offset.store.method=file or leave it out");
    }
  }
}
