package io.toppar.domain;

/**
 * One partition to be fetched: what a lane asks its broker for. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param topicId its topic's id, or {@link TopicId#ZERO}
 * @param fetchOffset the absolute offset to read from, 0 or greater
 * @param currentLeaderEpoch the leader epoch the client believes in, or -1; fences stale leaders
 * @param lastFetchedEpoch epoch of the batch before the offset, or -1; only one that was read from
 *     a batch and only while the position follows from that batch, else a broker that never knew it
 *     answers OFFSET_OUT_OF_RANGE
 * @param logStartOffset -1: only replicas tell their log start
 * @param maxBytes the most bytes wanted of this partition
 */
public record FetchPartition(
    TopicPartition topicPartition,
    TopicId topicId,
    long fetchOffset,
    int currentLeaderEpoch,
    int lastFetchedEpoch,
    long logStartOffset,
    int maxBytes) {}
