package io.toppar.app.engine;

/**
 * Where the hand-over of a partition goes on. Immutable, any thread.
 *
 * @param offset the next offset, 0 or greater
 * @param leaderEpoch epoch of the record before it, or -1
 */
public record AppPosition(long offset, int leaderEpoch) {}
