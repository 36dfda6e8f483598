package io.toppar.domain;

/**
 * The readings of a toppar at one moment, for statistics and logs; what librdkafka keeps as {@code
 * offsets_fin}, and more. Immutable, any thread.
 *
 * @param topicPartition which partition
 * @param state its fetch state
 * @param decision why it is, or is not, part of its broker's next Fetch at this moment
 * @param version the op version
 * @param paused whether the application has paused it
 * @param leaderId the leader, or -1
 * @param leaderEpoch its epoch, or -1
 * @param brokerId the broker it is delegated to, or -1
 * @param fetchOffset where the next Fetch reads, or {@link Offsets#INVALID}
 * @param appOffset what the application gets next, or {@link Offsets#INVALID}
 * @param storedOffset what is to be committed, or {@link Offsets#INVALID}
 * @param storedLeaderEpoch the epoch stored with it, or -1
 * @param committedOffset what is known to be committed, or {@link Offsets#INVALID}
 * @param committedLeaderEpoch the epoch committed with it, or -1
 * @param highWatermark the high watermark, or {@link Offsets#INVALID}
 * @param lastStableOffset the last stable offset, or {@link Offsets#INVALID}
 * @param logStartOffset the log start, or {@link Offsets#INVALID}
 * @param eofOffset the end offset last reached, or {@link Offsets#INVALID}
 * @param queuedRecords records delivered and not handed over (an upper bound)
 * @param queuedBytes bytes delivered and not handed over
 * @param receivedRecords records delivered since the toppar was made (an upper bound)
 * @param receivedBytes bytes delivered since the toppar was made
 * @param lag records from the committed position to the end, or -1
 * @param lagStored records from the stored position to the end, or -1
 * @param versionDrops late replies and acknowledgements dropped
 */
public record TopparSnapshot(
    TopicPartition topicPartition,
    FetchState state,
    FetchDecision decision,
    int version,
    boolean paused,
    int leaderId,
    int leaderEpoch,
    int brokerId,
    long fetchOffset,
    long appOffset,
    long storedOffset,
    int storedLeaderEpoch,
    long committedOffset,
    int committedLeaderEpoch,
    long highWatermark,
    long lastStableOffset,
    long logStartOffset,
    long eofOffset,
    int queuedRecords,
    long queuedBytes,
    long receivedRecords,
    long receivedBytes,
    long lag,
    long lagStored,
    int versionDrops) {}
