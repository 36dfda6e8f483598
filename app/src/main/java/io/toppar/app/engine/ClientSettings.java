package io.toppar.app.engine;

import io.toppar.domain.LaneConfig;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.TopparConfig;
import org.jspecify.annotations.Nullable;

/**
 * What the engine of one client needs to know: the configuration, typed, times in nanoseconds.
 * Immutable but for the generator inside {@code lane}, which belongs to the duty thread.
 *
 * @param clientId client.id
 * @param group group.id, part of the key that offsets are stored under, or null
 * @param toppar settings of every partition
 * @param lane settings of every broker's fetching
 * @param metadata pace of metadata questions
 * @param fetchBufferBytes fetch.buffer.bytes
 * @param autoStore enable.auto.offset.store
 * @param autoCreateTopics allow.auto.create.topics
 * @param requestTimeoutNanos request.timeout.ms, for each request to a broker
 * @param retryBackoffNanos retry.backoff.ms, between the tries of a query
 * @param commandLimit the most commands of the application that wait to be run
 * @param pollRecordsLimit how many records {@code pollRecords} gathers at least before it returns,
 *     if so many are there
 * @param unfinishedLimit unfinished.max.records
 * @param statisticsIntervalNanos statistics.interval.ms; 0 for never
 */
public record ClientSettings(
    String clientId,
    @Nullable String group,
    TopparConfig toppar,
    LaneConfig lane,
    MetadataConfig metadata,
    long fetchBufferBytes,
    boolean autoStore,
    boolean autoCreateTopics,
    long requestTimeoutNanos,
    long retryBackoffNanos,
    int commandLimit,
    int pollRecordsLimit,
    int unfinishedLimit,
    long statisticsIntervalNanos) {}
