package io.toppar.app.engine;

import io.toppar.domain.BatchFault;
import org.jspecify.annotations.Nullable;

/**
 * What application threads did with what was handed over, and what the machines hear of it: taken,
 * released, unreadable. The duty thread only.
 *
 * <p>Releases may come in any order; stored is only what has nothing unprocessed before it.
 */
final class Acknowledgements {

  private final Partitions partitions;
  private final FrameLedger ledger;
  private final Lanes lanes;
  private final boolean autoStore;

  Acknowledgements(Partitions partitions, FrameLedger ledger, Lanes lanes, boolean autoStore) {
    this.partitions = partitions;
    this.ledger = ledger;
    this.lanes = lanes;
    this.autoStore = autoStore;
  }

  /** An application thread has taken it. */
  void taken(Delivery delivery, long nowNanos) {
    ledger.taken(delivery);
    delivery.handedOver = true;
    Partition partition = delivery.partition;
    if (partition != null) {
      partitions
          .feed()
          .input(
              partition,
              "handedOver",
              delivery.version(),
              delivery.to(),
              nowNanos,
              (toppar, fx) ->
                  toppar.onHandedOver(
                      delivery.version(),
                      delivery.to(),
                      delivery.batches().leaderEpoch(),
                      delivery.batches().recordCount(),
                      delivery.batches().sizeBytes(),
                      nowNanos,
                      fx));
    }
  }

  /** Its memory has been given back, by its taker or because it was dropped. */
  void released(Delivery delivery, long nowNanos) {
    if (ledger.gone(delivery.batches())) {
      lanes.roomCame();
    }
    delivery.settled = true;
    Partition partition = delivery.partition;
    if (partition != null) {
      Delivery last = lastProcessed(partition);
      if (last != null && autoStore) {
        storeProcessed(partition, last, nowNanos);
      }
    }
  }

  /** The taker found records that it cannot read; what it read before them counts as processed. */
  void unreadable(Delivery delivery, BatchFault fault, long nowNanos) {
    Partition partition = delivery.partition;
    if (partition == null) {
      return;
    }
    if (autoStore
        && delivery.readUpTo > delivery.from()
        && partition.outstanding.peekFirst() == delivery) {
      storeProcessed(partition, delivery, nowNanos);
    }
    partitions
        .feed()
        .input(
            partition,
            "unreadable",
            delivery.version(),
            fault.firstOffset(),
            nowNanos,
            (toppar, fx) -> toppar.onRecordsUnreadable(delivery.version(), fault, nowNanos, fx));
  }

  /** Takes off the front what is over: stored is only what has nothing unprocessed before it. */
  private static @Nullable Delivery lastProcessed(Partition partition) {
    Delivery last = null;
    Delivery first = partition.outstanding.peekFirst();
    while (first != null && first.settled) {
      partition.outstanding.removeFirst();
      if (first.handedOver && first.readUpTo > first.from()) {
        last = first;
      }
      first = partition.outstanding.peekFirst();
    }
    return last;
  }

  private void storeProcessed(Partition partition, Delivery delivery, long nowNanos) {
    partitions
        .feed()
        .input(
            partition,
            "released",
            delivery.version(),
            delivery.readUpTo,
            nowNanos,
            (toppar, fx) ->
                toppar.onReleased(
                    delivery.version(), delivery.readUpTo, delivery.readEpoch, nowNanos, fx));
  }
}
