package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.FetchSession.Wanted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a broker answers a Fetch: at once, or later when there is enough. Guarded by the cluster. */
final class FetchAnswers {

  private final PartitionReads reads;
  private final FaultScript faults;
  private final BufferLedger ledger;

  FetchAnswers(ClusterState state, FaultScript faults, BufferLedger ledger) {
    this.reads = new PartitionReads(state);
    this.faults = faults;
    this.ledger = ledger;
  }

  /**
   * The reply, or null as long as the broker would rather wait for more.
   *
   * @param waited whether the time to wait is over
   */
  BrokerOutcome.@Nullable Fetched answer(
      MemoryBroker broker,
      FetchSession session,
      BrokerRequest.Fetch request,
      List<BrokerFault> hits,
      boolean waited) {
    List<PartitionRead> looked = new ArrayList<>();
    int bytes = 0;
    boolean urgent = session.isEmpty();
    for (Wanted wanted : session.wanted()) {
      int left = Math.max(0, request.maxBytes() - bytes);
      PartitionRead read = reads.look(broker.id(), wanted, request, left, bytes == 0, hits);
      looked.add(read);
      bytes += read.sizeBytes();
      urgent |= read.isUrgent();
    }
    boolean enough = waited || urgent || bytes >= request.minBytes();
    return enough ? reply(broker, session, request, looked, bytes) : null;
  }

  private BrokerOutcome.Fetched reply(
      MemoryBroker broker,
      FetchSession session,
      BrokerRequest.Fetch request,
      List<PartitionRead> looked,
      int bytes) {
    MemoryFrame frame = new MemoryFrame(bytes);
    List<FetchedPartition> told = new ArrayList<>();
    for (PartitionRead read : looked) {
      Wanted wanted = read.wanted();
      ReplicaView view = read.view();
      boolean news =
          read.isUrgent()
              || !read.batches().isEmpty()
              || !wanted.knows(view.highWatermark(), view.start());
      if (request.fullList() || news) {
        told.add(part(broker, read, request.isolationLevel(), frame));
        if (read.error() == ErrorCode.NONE) {
          wanted.told(view.highWatermark(), view.start());
        } else {
          // As real brokers do: once the error is gone the partition is told of again.
          wanted.told(-1, -1);
        }
      }
      if (!read.batches().isEmpty()) {
        session.served(wanted.ask.topicPartition());
      }
    }
    return new BrokerOutcome.Fetched(List.copyOf(told), frame);
  }

  private FetchedPartition part(
      MemoryBroker broker, PartitionRead read, IsolationLevel isolationLevel, MemoryFrame frame) {
    TopicPartition topicPartition = read.wanted().ask.topicPartition();
    long fetchOffset = read.wanted().ask.fetchOffset();
    List<LogBatch> arrived = new ArrayList<>(read.batches());
    if (!arrived.isEmpty()) {
      BatchFault.Kind damage = faults.damage(broker.id(), topicPartition);
      if (damage != null) {
        arrived.set(0, arrived.get(0).damaged(damage));
      }
    }
    BatchFault fault = takeFault(arrived, fetchOffset);
    MemoryBatches batches =
        arrived.isEmpty()
            ? null
            : new MemoryBatches(
                topicPartition, fetchOffset, arrived, isolationLevel, frame, ledger);
    return new FetchedPartition(
        topicPartition,
        read.error(),
        read.view().highWatermark(),
        read.view().lastStableOffset(),
        read.view().start(),
        read.diverging().epoch(),
        read.diverging().offset(),
        read.hintId(),
        read.hintEpoch(),
        read.preferredReplica(),
        batches,
        fault);
  }

  /** Cuts the batches off at the first whose header cannot be read, and says why. */
  private static @Nullable BatchFault takeFault(List<LogBatch> arrived, long fetchOffset) {
    for (int i = 0; i < arrived.size(); i++) {
      BatchFault.Kind damage = arrived.get(i).damage();
      if (damage == BatchFault.Kind.MALFORMED || damage == BatchFault.Kind.UNKNOWN_MAGIC) {
        BatchFault fault = arrived.get(i).fault(damage, fetchOffset);
        arrived.subList(i, arrived.size()).clear();
        return fault;
      }
    }
    return null;
  }
}
