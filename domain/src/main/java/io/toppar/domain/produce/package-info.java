/**
 * Producing as pure machines: queues of batches per partition, their order, retries, sequences and
 * ends.
 */
package io.toppar.domain.produce;
