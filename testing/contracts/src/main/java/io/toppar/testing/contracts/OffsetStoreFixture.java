package io.toppar.testing.contracts;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import org.jspecify.annotations.Nullable;

/** The medium behind an {@link OffsetStore} under test, and a way to make it fail. */
public interface OffsetStoreFixture extends AutoCloseable {

  /**
   * A new store over the same medium, not open yet; each call stands for one more process. The
   * contract closes the stores.
   */
  OffsetStore newStore();

  /**
   * Whether keys are kept apart, so that two stores may hold different ones at the same time, and
   * what fails for one leaves the others alone. False where a store holds and writes all of them in
   * one piece.
   */
  default boolean keysAreApart() {
    return true;
  }

  /**
   * The group to use for one of the contract's own, which may be null: a medium that outlives the
   * test gives each test its own, and one that needs a group gives one for null, too.
   */
  default @Nullable String group(@Nullable String name) {
    return name;
  }

  /** Whether {@link #failLoads} and {@link #failStores} can be done. */
  default boolean fails() {
    return true;
  }

  /** Whether {@link #failSyncs} can be done, because a sync does something. */
  default boolean failsSyncs() {
    return true;
  }

  /** Whether the stores can tell all offsets of a group. */
  default boolean lists() {
    return false;
  }

  /** Whether the stores can forget an offset. */
  default boolean deletes() {
    return true;
  }

  /**
   * From now on the medium refuses to read this key's offset to a store that has not read it yet,
   * until {@link #heal}.
   */
  void failLoads(OffsetKey key);

  /** From now on the medium refuses to write this key's offset, until {@link #heal}. */
  void failStores(OffsetKey key);

  /** From now on the medium cannot force anything, until {@link #heal}. */
  void failSyncs();

  /** The medium works again. */
  void heal();

  /** Clears the medium away, after the stores were closed. */
  @Override
  void close();
}
