package io.toppar.ports;

/**
 * The one answer to an operation of an {@link OffsetStore}. Immutable, any thread.
 *
 * @param token the token given at submission
 * @param outcome what became of the operation
 */
public record StoreCompletion(long token, StoreOutcome outcome) {}
