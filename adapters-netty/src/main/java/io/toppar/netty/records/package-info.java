/**
 * Record batches as the broker stores them, read and written.
 *
 * <p>Reading: the walk over their headers on arrival ({@link io.toppar.netty.records.BatchWalker})
 * and the cursor over their records on the taker's thread, all on heap arrays. What a broker
 * announces (lengths, counts, sizes) is checked against the bytes at hand before it is used.
 *
 * <p>Writing: records go straight into direct memory ({@link io.toppar.netty.records.BatchMaker}),
 * are compressed where the batch is sealed, and are sent from where they lie behind a header that
 * is made for each transmission ({@link io.toppar.netty.records.WrittenBatch}).
 *
 * <p>Neither allocates anything per record.
 */
package io.toppar.netty.records;
