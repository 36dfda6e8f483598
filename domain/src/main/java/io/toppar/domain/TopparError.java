package io.toppar.domain;

/**
 * An error of one partition, for the application. Immutable, any thread.
 *
 * @param topicPartition where
 * @param code what, by Kafka's or librdkafka's code
 * @param offset the offset concerned, or {@link Offsets#INVALID}
 * @param fatalToPartition whether fetching of the partition has ended until it is started or sought
 * @param detail one line: what, where and what to do
 */
public record TopparError(
    TopicPartition topicPartition,
    ErrorCode code,
    long offset,
    boolean fatalToPartition,
    String detail) {}
