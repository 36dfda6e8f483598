package io.toppar.app.engine;

import io.toppar.domain.BatchFault;

/**
 * What application threads did with what was handed over, and what the machines hear of it: taken,
 * released, acknowledged, unreadable. The duty thread only.
 *
 * <p>All of it may come in any order; stored is only what has nothing unfinished before it.
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

  /** Its taker is through with it, or it was dropped: its memory has been given back. */
  void released(Delivery delivery, long nowNanos) {
    delivery.settled = true;
    delivery.stores = autoStore;
    givenBack(delivery, nowNanos);
  }

  /** Its memory has been given back; what of it is finished is {@linkplain #progressed told}. */
  void givenBack(Delivery delivery, long nowNanos) {
    if (ledger.gone(delivery.batches())) {
      lanes.roomCame();
    }
    if (delivery.partition != null) {
      delivery.partition.outstanding.givenBack(delivery);
      advance(delivery.partition, nowNanos);
    }
  }

  /** So much of it is finished, be it given back or not. */
  void progressed(Delivery delivery, Progress progress, long nowNanos) {
    delivery.finished(progress.nextOffset(), progress.leaderEpoch());
    delivery.settled |= progress.whole();
    delivery.acknowledged = true;
    delivery.stores = true;
    if (delivery.partition != null) {
      advance(delivery.partition, nowNanos);
    }
  }

  /** The taker found records that it cannot read; what is before them may be finished. */
  void unreadable(Delivery delivery, BatchFault fault, long nowNanos) {
    Partition partition = delivery.partition;
    if (partition == null) {
      return;
    }
    if ((autoStore || delivery.acknowledged)
        && delivery.readUpTo > delivery.from()
        && partition.outstanding.isFirst(delivery)) {
      store(partition, delivery, nowNanos);
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

  private void advance(Partition partition, long nowNanos) {
    Delivery last = partition.outstanding.storable();
    if (last != null) {
      store(partition, last, nowNanos);
    } else {
      partitions.feed().showWaiting(partition);
    }
  }

  private void store(Partition partition, Delivery delivery, long nowNanos) {
    long nextOffset = delivery.readUpTo;
    int leaderEpoch = delivery.readEpoch;
    delivery.storedUpTo = nextOffset;
    partitions
        .feed()
        .input(
            partition,
            "released",
            delivery.version(),
            nextOffset,
            nowNanos,
            (toppar, fx) ->
                toppar.onReleased(delivery.version(), nextOffset, leaderEpoch, nowNanos, fx));
  }
}
