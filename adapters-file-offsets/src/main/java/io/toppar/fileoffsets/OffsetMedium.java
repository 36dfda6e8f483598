package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.Optional;

/**
 * What a store's thread keeps offsets in: a folder of files or a journal. One thread; time comes in
 * as monotonic nanoseconds. No method throws for a fault of the disk: the outcome says so.
 */
interface OffsetMedium {

  /** What is stored for a key, which is held from now on. */
  StoreOutcome load(OffsetKey key);

  /**
   * Stores an offset, or takes it for the next {@link #flush}: then the outcome is that flush's,
   * and empty here.
   */
  Optional<StoreOutcome> store(OffsetKey key, StoredOffset offset, long nowNanos);

  /** Stores what was taken since the last flush, all of it or nothing. */
  StoreOutcome flush(long nowNanos);

  /** Forgets the offset of a key. */
  StoreOutcome delete(OffsetKey key, long nowNanos);

  /** Forces everything to the device. */
  StoreOutcome sync();

  /** Forces a key's offset, and lets go of it even where that fails. */
  StoreOutcome release(OffsetKey key);

  /** When to call {@link #onDeadline}, or {@link io.toppar.domain.Deadlines#NONE}. */
  long deadline();

  /** Forces what is due, if it is due. */
  void onDeadline(long nowNanos);

  /** Forces everything and lets go of every key. */
  void close();
}
