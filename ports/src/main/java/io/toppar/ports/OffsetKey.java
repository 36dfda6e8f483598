package io.toppar.ports;

import io.toppar.domain.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What an offset is stored under. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param group the consumer group, or null for none
 */
public record OffsetKey(TopicPartition topicPartition, @Nullable String group) {}
