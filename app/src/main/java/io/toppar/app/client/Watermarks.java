package io.toppar.app.client;

/**
 * The bounds of a partition's log. Immutable, any thread; -1 where unknown.
 *
 * @param logStart the first offset there is
 * @param highWatermark the end of what is replicated; -1 with read_committed, where brokers do not
 *     tell it
 * @param lastStable the end of what read_committed may read; -1 with read_uncommitted
 */
public record Watermarks(long logStart, long highWatermark, long lastStable) {}
