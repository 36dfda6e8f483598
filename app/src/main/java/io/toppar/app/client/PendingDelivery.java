package io.toppar.app.client;

import java.util.concurrent.CompletableFuture;

/** A message's report that somebody may wait for. Any thread. */
final class PendingDelivery extends CompletableFuture<DeliveryReport> implements DeliveryCallback {

  @Override
  public void onDelivery(DeliveryReport report) {
    if (report.isDelivered()) {
      complete(report);
    } else {
      completeExceptionally(report.exception());
    }
  }
}
