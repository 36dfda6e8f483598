package io.toppar.app.engine;

/**
 * A partition to be started. Immutable, any thread.
 *
 * @param slot where it is handed over
 * @param offset absolute or logical
 * @param leaderEpoch epoch of the record before, or -1
 */
public record Start(Slot slot, long offset, int leaderEpoch) {}
