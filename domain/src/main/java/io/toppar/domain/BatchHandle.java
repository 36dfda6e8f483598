package io.toppar.domain;

/**
 * The consecutive record batches that one Fetch reply brought for one partition, as the machines
 * see them: a size, an offset range and an owner.
 *
 * <p><b>Ownership:</b> whoever holds the handle must pass it on or {@link #release} it, exactly
 * once. A handle that enters a machine leaves it by {@link TopparEffects#deliver} or {@link
 * TopparEffects#release}. The readings are immutable and safe from any thread; {@code release} may
 * be called from any thread.
 */
public interface BatchHandle {

  /** Bytes of payload held until release. */
  int sizeBytes();

  /** The first offset that may be delivered: the offset asked for, or later (F11, F12). */
  long baseOffset();

  /**
   * Where reading goes on after this: last offset of the last batch + 1, whether or not compaction,
   * control records or aborted transactions left anything to deliver (F11).
   */
  long nextOffset();

  /** Leader epoch of the last batch, or -1 where unknown. */
  int leaderEpoch();

  /**
   * An upper bound of the records that may be delivered; 0 if the range only moves the position
   * (control, aborted or compacted batches).
   */
  int recordCount();

  /** Gives the memory back; the handle must not be touched afterwards. */
  void release();
}
