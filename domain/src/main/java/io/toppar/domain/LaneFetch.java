package io.toppar.domain;

import java.util.List;

/**
 * The next Fetch of a lane, as a change to what its broker was told before (KIP-227). Immutable.
 *
 * @param fullList whether {@code changed} is everything wanted, and what was told before is void
 * @param changed partitions that are new to the broker or differ from what it was told; one that
 *     was told and is not named stays wanted
 * @param forgotten partitions told before and no longer wanted; none of them is in {@code changed}
 * @param withRack whether the broker is told the client's rack: not while a partition must be read
 *     from its leader, which would only name a follower again (KIP-392)
 * @param maxBytes the most bytes of the reply
 * @param reservedBytes what was reserved for it: the driver settles this with {@link
 *     FetchBudget#settle} when the request has ended, however it ends
 */
public record LaneFetch(
    boolean fullList,
    List<FetchPartition> changed,
    List<TopicPartition> forgotten,
    boolean withRack,
    int maxBytes,
    long reservedBytes) {}
