package io.toppar.app.config;

/**
 * Where consumed offsets are kept ({@code offset.store.method}).
 *
 * <p>Immutable, any thread.
 */
public enum OffsetStoreMethod {
  /** Nowhere: every start names its position. */
  NONE,
  /** In local files, in one of the {@linkplain OffsetStoreLayout layouts}. */
  FILE,
  /** At the brokers: committed for {@code group.id}, which has no members. */
  BROKER
}
