package io.toppar.domain.produce;

/**
 * How much stands in a partition that is produced to. Immutable, any thread.
 *
 * @param decision whether the first in line may go out, and why not
 * @param queuedBatches batches that wait, those being filled included
 * @param sealedBatches those of them that are complete; messages and bytes of the others only
 *     whoever fills them can tell
 * @param sealedMessages messages in them (xmit_msgq_cnt)
 * @param sealedBytes bytes of them (xmit_msgq_bytes)
 * @param inFlightBatches batches that are sent and not answered
 * @param inFlightMessages messages in them
 * @param inFlightBytes bytes of them
 */
public record PartitionLoad(
    ProduceDecision decision,
    int queuedBatches,
    int sealedBatches,
    long sealedMessages,
    long sealedBytes,
    int inFlightBatches,
    long inFlightMessages,
    long inFlightBytes) {}
