package io.toppar.app.engine;

/**
 * How far taken records are finished. Immutable, any thread.
 *
 * @param nextOffset the lowest offset that is not finished
 * @param leaderEpoch epoch of the record before it, or -1
 * @param whole whether nothing more will be acknowledged
 */
public record Progress(long nextOffset, int leaderEpoch, boolean whole) {}
