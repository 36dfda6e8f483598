package io.toppar.app.engine;

/**
 * What is known of a partition's log. Immutable, any thread; negative where unknown.
 *
 * @param logStart the first offset
 * @param highWatermark the high watermark
 * @param lastStable the last stable offset
 */
public record LogBounds(long logStart, long highWatermark, long lastStable) {}
