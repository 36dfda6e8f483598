/**
 * Record batches as the broker stores them: the walk over their headers on arrival ({@link
 * io.toppar.netty.records.BatchWalker}) and the cursor over their records on the taker's thread.
 *
 * <p>Everything works on heap arrays and allocates nothing per record. What a broker announces
 * (lengths, counts, sizes) is checked against the bytes at hand before it is used.
 */
package io.toppar.netty.records;
