package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;

/**
 * What became of one partition's lookup. Immutable, any thread.
 *
 * @param error NONE, or why there is no answer
 * @param offset the offset, -1 if the log has none
 * @param timestamp time of the record found, or -1
 * @param leaderEpoch its epoch, or -1
 * @param detail one line about the error, empty without one
 */
public record OffsetAnswer(
    ErrorCode error, long offset, long timestamp, int leaderEpoch, String detail) {}
