package io.toppar.netty.records;

/**
 * What a batch's header says of its records. Immutable, any thread.
 *
 * @param recordCount number of records
 * @param plainBytes their bytes before compression
 * @param baseTimestamp timestamp of the first record
 * @param maxTimestamp the largest timestamp
 */
record BatchFacts(int recordCount, int plainBytes, long baseTimestamp, long maxTimestamp) {}
