package io.toppar.netty.records;

/**
 * What one partition's part of a Fetch reply covers, as its batch headers say.
 *
 * @param fetchOffset the offset asked for; records before it are not delivered
 * @param baseOffset the first offset that may be delivered
 * @param nextOffset where reading goes on
 * @param leaderEpoch epoch of the last batch, or -1
 * @param recordCount an upper bound of the records to deliver
 */
record BatchRange(
    long fetchOffset, long baseOffset, long nextOffset, int leaderEpoch, int recordCount) {}
