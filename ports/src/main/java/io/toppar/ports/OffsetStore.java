package io.toppar.ports;

import java.time.Duration;

/**
 * A keeper of offsets by topic-partition and group.
 *
 * <p><b>Promises.</b>
 *
 * <ul>
 *   <li>Exactly one {@link StoreCompletion} per submitted operation, posted to the inbox from any
 *       thread, never from inside the call. Operations on one key complete in the order given.
 *   <li>Atomic per key: after a crash at any instant a load finds the old or the new offset. A
 *       failed write keeps the last good one and never counts as success.
 *   <li>A completed {@code store} survives the death of the process; a completed {@code sync} that
 *       came after it makes it survive the death of the machine, where the store can promise that.
 *   <li>Where keys {@linkplain #holdsKeys are held}, one that another process holds is refused by
 *       {@code load} and {@code store} with {@link StoreOutcome.Reason#IN_USE}. The first load,
 *       store or delete of a key takes hold of it, {@link #release} and {@link #close} let it go. A
 *       store that keeps all keys in one piece may hold that whole piece from its first key to its
 *       last, and says so.
 *   <li>What waits is bounded. Over its bound a store fails an operation, in its turn, as {@link
 *       StoreOutcome.Reason#BUSY}; a caller that does not wait for completions even then is stopped
 *       by a {@link java.util.concurrent.RejectedExecutionException} from the call, and that
 *       operation has no completion.
 * </ul>
 *
 * <p><b>Threading:</b> any thread. No call blocks on input or output but {@link #close}.
 */
public interface OffsetStore {

  /** Names the inbox; called once, before any other operation. */
  void open(Inbox inbox);

  /** Whether {@link StoredOffset#leaderEpoch} is kept. */
  boolean keepsLeaderEpoch();

  /** Whether {@link StoredOffset#metadata} is kept. */
  boolean keepsMetadata();

  /**
   * Whether a key belongs to one process at a time, as files do; what is kept by brokers does not,
   * and the last write counts.
   */
  default boolean holdsKeys() {
    return true;
  }

  /** Loads the stored offset; completes as {@link StoreOutcome.Loaded}, which may hold nothing. */
  void load(OffsetKey key, long token);

  /** Stores an offset, lower ones too; completes as {@link StoreOutcome.Stored}. */
  void store(OffsetKey key, StoredOffset offset, long token);

  /** Forces everything stored before to the device; completes as {@link StoreOutcome.Synced}. */
  void sync(long token);

  /**
   * Forgets a key's offset, so that the next load finds nothing; completes as {@link
   * StoreOutcome.Deleted}, also where nothing was stored.
   *
   * @throws UnsupportedOperationException if this store cannot delete, in which case there is no
   *     completion
   */
  default void delete(OffsetKey key, long token) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " deletes no offsets");
  }

  /**
   * Tells everything that is stored for a group; completes as {@link StoreOutcome.Listed}. Holds no
   * key. What has completed before is in it.
   *
   * @throws UnsupportedOperationException if this store cannot list, in which case there is no
   *     completion
   */
  default void list(String group, long token) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " lists no offsets");
  }

  /** Syncs one key and lets go of it; completes as {@link StoreOutcome.Released}. */
  void release(OffsetKey key, long token);

  /**
   * Finishes what was submitted, syncs, lets go of every key. Returns when done or after the
   * timeout; a second call does nothing. An operation submitted afterwards fails as {@link
   * StoreOutcome.Reason#CLOSED}.
   */
  void close(Duration timeout);

  /** Where completions go. Safe from any thread; must not block. */
  @FunctionalInterface
  interface Inbox {

    /** Takes a completion. */
    void post(StoreCompletion completion);
  }
}
