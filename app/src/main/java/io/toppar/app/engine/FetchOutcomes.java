package io.toppar.app.engine;

import io.toppar.domain.BrokerLane;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopparEffects;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How the outcome of a Fetch reaches the machines of its lane, and what becomes of its memory if
 * one of them throws. The duty thread only.
 */
final class FetchOutcomes implements Lanes.Feed {

  private final Partitions partitions;
  private final FrameLedger ledger;
  private final FlightRecorder recorder;
  private final Topics topics;

  FetchOutcomes(Partitions partitions, FrameLedger ledger, FlightRecorder recorder, Topics topics) {
    this.partitions = partitions;
    this.ledger = ledger;
    this.recorder = recorder;
    this.topics = topics;
  }

  @Override
  public void fetched(Lane lane, List<FetchedPartition> parts, long nowNanos) {
    Collection<Partition> concerned = partitions.concerned(parts);
    for (Partition partition : concerned) {
      recorder.note(partition, "fetched", lane.brokerId, parts.size());
    }
    partitions
        .feed()
        .outcome(
            lane,
            concerned,
            nowNanos,
            new MachineFeed.LaneInput() {
              @Override
              public void into(BrokerLane machine, TopparEffects effects) {
                machine.onFetched(parts, nowNanos, effects);
              }

              @Override
              public Collection<Partition> unfinished(Collection<Partition> all) {
                return giveBack(parts, all);
              }
            });
  }

  @Override
  public void fetchFailed(Lane lane, ErrorCode error, boolean sessionLost, long nowNanos) {
    Collection<Partition> concerned = List.copyOf(lane.members);
    partitions
        .feed()
        .outcome(
            lane,
            concerned,
            nowNanos,
            new MachineFeed.LaneInput() {
              @Override
              public void into(BrokerLane machine, TopparEffects effects) {
                machine.onFailed(error, sessionLost, nowNanos, effects);
              }

              @Override
              public Collection<Partition> unfinished(Collection<Partition> all) {
                return all;
              }
            });
  }

  @Override
  public void refresh(RefreshReason reason, long nowNanos) {
    topics.refresh(null, reason, nowNanos);
  }

  /** After a throw: releases what no machine took; whose it was has lost records, and is failed. */
  private Collection<Partition> giveBack(
      List<FetchedPartition> parts, Collection<Partition> concerned) {
    List<Partition> unsound = new ArrayList<>();
    for (FetchedPartition part : parts) {
      if (part.batches() != null && ledger.isWithin(part.batches())) {
        ledger.gone(part.batches());
        part.batches().release();
        Partition partition = partitions.find(part.topicPartition());
        if (partition != null && unsound.isEmpty()) {
          unsound.add(partition);
        }
      }
    }
    return unsound.isEmpty() ? concerned : unsound;
  }
}
