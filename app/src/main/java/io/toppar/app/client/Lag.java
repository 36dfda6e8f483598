package io.toppar.app.client;

/**
 * How far an assigned partition is behind its end, as the last Fetch told it; for a paused one that
 * may be long ago, and {@link Consumer#queryLag} asks. Immutable, any thread.
 *
 * <p>A lag is a distance of offsets, not a number of records: transaction markers, aborted and
 * compacted records count until the position has passed them (B172). It is 0 or greater, or -1
 * where it is not known: without a position, before the first Fetch, or while the position is past
 * the end that was told (B163, B165, O17).
 *
 * @param end the end that can be read: the last stable offset under read_committed, else the high
 *     watermark; -1 where unknown
 * @param ofPosition from where hand-over goes on to the end
 * @param ofStored from the stored position to the end
 * @param ofCommitted from what is known to be committed to the end
 */
public record Lag(long end, long ofPosition, long ofStored, long ofCommitted) {

  /** From a position to an end, if both are known and in that order, else -1. */
  static long between(long position, long end) {
    return position < 0 || end < position ? -1 : end - position;
  }
}
