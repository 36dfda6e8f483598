package io.toppar.domain;

import java.util.List;

/**
 * What a metadata answer says of one partition. Immutable, any thread.
 *
 * @param partition the partition number as the broker sent it, not yet checked (B016)
 * @param error the partition's own error, {@link ErrorCode#NONE} if fine
 * @param leaderId node id of the leader, or -1
 * @param leaderEpoch the leader's epoch, or -1 where unknown
 * @param replicas node ids of all replicas
 * @param inSyncReplicas node ids of those in sync
 * @param offlineReplicas node ids of those offline
 */
public record PartitionMetadata(
    int partition,
    ErrorCode error,
    int leaderId,
    int leaderEpoch,
    List<Integer> replicas,
    List<Integer> inSyncReplicas,
    List<Integer> offlineReplicas) {}
