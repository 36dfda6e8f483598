package io.toppar.domain;

/**
 * A position to be committed for a group. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param offset the next offset to read, 0 or greater
 * @param leaderEpoch epoch of the record before it, or -1 where unknown (O2)
 * @param metadata what the application keeps beside it, or empty (O5)
 */
public record OffsetToCommit(
    TopicPartition topicPartition, long offset, int leaderEpoch, String metadata) {}
