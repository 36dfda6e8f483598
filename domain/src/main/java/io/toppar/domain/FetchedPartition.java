package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * What one Fetch reply says of one partition.
 *
 * <p>Immutable; owns {@code batches} until a machine has taken them.
 *
 * @param topicPartition the partition
 * @param error its error, {@link ErrorCode#NONE} if fine
 * @param highWatermark the high watermark, or -1
 * @param lastStableOffset the last stable offset, or -1 (old brokers)
 * @param logStartOffset the log start, or -1
 * @param divergingEpoch the largest epoch the broker shares with the reader when the log was
 *     truncated under it, else -1 (KIP-595)
 * @param divergingEndOffset where that epoch ends, else -1
 * @param leaderHintId the new leader, told with NOT_LEADER (KIP-951), else -1
 * @param leaderHintEpoch its epoch, else -1
 * @param preferredReadReplica the replica the broker would rather have read (KIP-392), else -1
 * @param batches the records, or null if none came
 * @param fault what is wrong with the bytes after {@code batches}, or null
 */
public record FetchedPartition(
    TopicPartition topicPartition,
    ErrorCode error,
    long highWatermark,
    long lastStableOffset,
    long logStartOffset,
    int divergingEpoch,
    long divergingEndOffset,
    int leaderHintId,
    int leaderHintEpoch,
    int preferredReadReplica,
    @Nullable BatchHandle batches,
    @Nullable BatchFault fault) {}
