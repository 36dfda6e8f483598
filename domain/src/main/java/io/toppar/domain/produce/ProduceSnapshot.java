package io.toppar.domain.produce;

import io.toppar.domain.TopicPartition;

/**
 * How a partition that is produced to stands at one moment. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param leaderId the broker that its batches go to, or -1
 * @param leaderEpoch that broker's epoch, or -1
 * @param load how much stands here, and why the first in line does not go out
 * @param oldestAgeNanos since the oldest message was handed in that has not ended; -1 if all have
 * @param sentMessages messages that were sent so far, each as often as it was
 * @param sentBytes bytes of their batches, compressed
 * @param sentAgain batches among these that were sent before, parts of split ones included
 */
public record ProduceSnapshot(
    TopicPartition topicPartition,
    int leaderId,
    int leaderEpoch,
    PartitionLoad load,
    long oldestAgeNanos,
    long sentMessages,
    long sentBytes,
    long sentAgain) {}
