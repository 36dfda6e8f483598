package io.toppar.app.engine;

import io.toppar.ports.FetchedBatches;

/** Deliveries as the duty thread makes them. */
public final class Deliveries {

  private Deliveries() {}

  /** A delivery of records, not assigned to anybody. */
  public static Delivery of(FetchedBatches batches) {
    return Delivery.records(new Slot(batches.topicPartition(), null), 1, batches);
  }
}
