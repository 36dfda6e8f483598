package io.toppar.app.client;

/** Is told what became of a message: exactly once, on {@code callback.executor}. */
@FunctionalInterface
public interface DeliveryCallback {

  /** The message was delivered, or has failed for good. Must not wait for the producer. */
  void onDelivery(DeliveryReport report);
}
