package io.toppar.app.client;

/**
 * Is told what became of all messages of a producer, a batch at a time, on {@code
 * callback.executor}: every message is in exactly one batch.
 */
@FunctionalInterface
public interface DeliveryListener {

  /** A batch was delivered, or has failed for good. Must not wait for the producer. */
  void onBatch(BatchReport report);
}
