package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * A broker as metadata names it. Immutable, any thread.
 *
 * @param id the broker's node id
 * @param host host name or address, as advertised
 * @param port TCP port
 * @param rack the broker's rack, or null
 */
public record BrokerEndpoint(int id, String host, int port, @Nullable String rack) {}
