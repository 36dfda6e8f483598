package io.toppar.domain;

import java.util.List;

/**
 * What a metadata answer says of one topic. Immutable, any thread.
 *
 * @param name the topic's name; empty where only the id is known
 * @param id its id, or {@link TopicId#ZERO}
 * @param error the topic's error, {@link ErrorCode#NONE} if fine; with an error the partitions are
 *     not to be believed (M7, B017)
 * @param internal whether it is one of Kafka's internal topics
 * @param partitions its partitions, as sent, in any order
 */
public record TopicMetadata(
    String name,
    TopicId id,
    ErrorCode error,
    boolean internal,
    List<PartitionMetadata> partitions) {}
