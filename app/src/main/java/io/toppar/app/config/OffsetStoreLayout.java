package io.toppar.app.config;

/**
 * How offsets are kept in local files ({@code offset.store.layout}).
 *
 * <p>Immutable, any thread.
 */
public enum OffsetStoreLayout {
  /** A file per topic, partition and group, as librdkafka has them. */
  FILES,
  /** One journal for all of them. */
  JOURNAL
}
