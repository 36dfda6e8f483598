package io.toppar.netty.connection;

/**
 * What every connection of a gateway is made with. Immutable, any thread.
 *
 * @param clientId sent in every request's header
 * @param softwareName sent with ApiVersions (KIP-511)
 * @param softwareVersion sent with ApiVersions
 * @param floorVersions whether every request uses the oldest version we speak, not the newest
 * @param receiveMaxBytes the most bytes of one reply
 * @param setupTimeoutMillis the most time from dialling one address to ready
 * @param socketTimeoutMillis the most time a written request stays unanswered before its connection
 *     is given up
 * @param maxIdleMillis a connection without requests for so long is closed; 0 for never
 * @param backoffMillis first wait between attempts to connect
 * @param backoffMaxMillis longest wait between attempts to connect
 */
public record ConnectionSettings(
    String clientId,
    String softwareName,
    String softwareVersion,
    boolean floorVersions,
    int receiveMaxBytes,
    long setupTimeoutMillis,
    long socketTimeoutMillis,
    long maxIdleMillis,
    long backoffMillis,
    long backoffMaxMillis) {}
