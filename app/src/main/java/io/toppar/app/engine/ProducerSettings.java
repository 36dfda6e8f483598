package io.toppar.app.engine;

import io.toppar.domain.MetadataConfig;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.ports.Compression;
import java.util.random.RandomGenerator;

/**
 * What the engine of one producer needs to know: the configuration, typed, times in nanoseconds.
 * Immutable but for the generator, which belongs to the engine.
 *
 * @param clientId client.id
 * @param produce settings of the machines
 * @param metadata pace of metadata questions
 * @param compression compression.type and compression.level
 * @param batchBytes batch.size: the most bytes of a batch that has more than one message
 * @param batchMessages batch.num.messages: the most messages of a batch
 * @param bufferBytes buffer.memory
 * @param maxRequestBytes max.request.size, of one message as of a whole request
 * @param maxBlockNanos max.block.ms: how long a sender waits for room
 * @param autoCreateTopics allow.auto.create.topics
 * @param commandLimit the most commands of the application that wait to be run
 * @param partitioner how partitions are chosen where the application has no way of its own
 * @param adaptivePartitioning partitioner.adaptive.partitioning.enable
 * @param availabilityTimeoutNanos partitioner.availability.timeout.ms; 0 for never
 * @param statisticsIntervalNanos statistics.interval.ms; 0 for never
 * @param random for jitter
 */
public record ProducerSettings(
    String clientId,
    ProduceConfig produce,
    MetadataConfig metadata,
    Compression compression,
    int batchBytes,
    int batchMessages,
    long bufferBytes,
    int maxRequestBytes,
    long maxBlockNanos,
    boolean autoCreateTopics,
    int commandLimit,
    PartitionChoice partitioner,
    boolean adaptivePartitioning,
    long availabilityTimeoutNanos,
    long statisticsIntervalNanos,
    RandomGenerator random) {}
