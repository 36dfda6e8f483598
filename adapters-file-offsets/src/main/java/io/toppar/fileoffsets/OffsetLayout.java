package io.toppar.fileoffsets;

/** How offsets are kept on a disk ({@code offset.store.layout}). Immutable, any thread. */
public enum OffsetLayout {
  /** librdkafka's: a file per topic, partition and group, or a single file for one of them. */
  FILES,
  /** One append-only journal for all keys. */
  JOURNAL
}
