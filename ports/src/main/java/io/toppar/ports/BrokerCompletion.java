package io.toppar.ports;

/**
 * The one answer to a submitted {@link BrokerRequest}. Immutable; owns the buffers of its outcome.
 *
 * @param token the token given at submission
 * @param outcome what became of the request
 */
public record BrokerCompletion(long token, BrokerOutcome outcome) {}
