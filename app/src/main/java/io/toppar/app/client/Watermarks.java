package io.toppar.app.client;

/**
 * The bounds of a partition's log. Immutable, any thread; -1 where unknown.
 *
 * @param logStart the first offset there is
 * @param highWatermark the end of what is replicated
 * @param lastStable the end of what read_committed may read
 */
public record Watermarks(long logStart, long highWatermark, long lastStable) {}
