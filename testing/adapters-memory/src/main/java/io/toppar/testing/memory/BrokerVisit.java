package io.toppar.testing.memory;

import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.BrokerFault.ActLate;
import io.toppar.testing.memory.BrokerFault.BreakOff;
import io.toppar.testing.memory.BrokerFault.Disconnect;
import io.toppar.testing.memory.BrokerFault.DuplicateRequest;
import io.toppar.testing.memory.BrokerFault.LoseReply;
import io.toppar.testing.memory.BrokerFault.LoseRequest;
import io.toppar.testing.memory.BrokerFault.LoseSession;
import io.toppar.testing.memory.BrokerFault.Refuse;
import io.toppar.testing.memory.BrokerFault.Unreachable;
import io.toppar.testing.memory.GatewayCall.Stage;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What happens to the requests of one gateway at the brokers. Guarded by the cluster. */
final class BrokerVisit {

  private final ClusterDesk desk;

  /** The session with each broker. */
  private final Map<Integer, Integer> sessionIds = new TreeMap<>();

  BrokerVisit(ClusterDesk desk) {
    this.desk = desk;
  }

  /** A request reaches its broker, or does not. */
  void arrive(GatewayCall call, long nowNanos) {
    int asked = call.request.brokerId();
    MemoryBroker broker =
        asked == BrokerRequest.ANY_BROKER ? desk.state().anyBroker() : desk.state().find(asked);
    if (broker == null || !broker.isUp()) {
      call.endWith(GatewayFailures.unreachable(asked), nowNanos);
      return;
    }
    call.broker = broker;
    call.incarnation = broker.incarnation();
    call.hits = desk.faults().hit(call.family, broker.id(), tp -> asks(call, broker, tp));
    if (hit(call, Unreachable.class) != null) {
      call.endWith(GatewayFailures.unreachable(asked), nowNanos);
    } else if (hit(call, BreakOff.class) != null) {
      call.endWith(GatewayFailures.disconnected(call.family, asked), nowNanos);
    } else if (call.request instanceof BrokerRequest.Produce produce && produce.acks() == 0) {
      write(produce, call, broker, nowNanos);
    } else {
      reach(call, broker, nowNanos);
    }
  }

  /** The request is at the broker, unless it is lost or lies about until later. */
  private void reach(GatewayCall call, MemoryBroker broker, long nowNanos) {
    if (isHeldUp(call, broker, nowNanos)) {
      call.stage = Stage.LOST;
      return;
    }
    call.stage = Stage.AT_BROKER;
    Refuse refused = hit(call, Refuse.class);
    if (refused != null) {
      call.endWith(GatewayFailures.refused(broker.id(), refused.error()), nowNanos);
    } else if (call.request instanceof BrokerRequest.Fetch fetch) {
      open(call, broker, fetch, nowNanos);
    }
  }

  /** A request that nobody answers is done with once it is written, whatever becomes of it. */
  private void write(
      BrokerRequest.Produce produce, GatewayCall call, MemoryBroker broker, long nowNanos) {
    boolean seen = !broker.isSilent() && hit(call, Refuse.class) == null;
    if (seen && !isHeldUp(call, broker, nowNanos)) {
      act(produce, call, broker);
    }
    call.endWith(ProduceAnswers.untold(produce), nowNanos);
  }

  private boolean isHeldUp(GatewayCall call, MemoryBroker broker, long nowNanos) {
    ActLate late = hit(call, ActLate.class);
    if (late != null) {
      desk.late().add(call.request, broker, Deadlines.after(nowNanos, late.after().toNanos()));
    }
    return late != null || hit(call, LoseRequest.class) != null;
  }

  /** The broker's reply, or null as long as it waits or says nothing. */
  @Nullable BrokerOutcome answer(GatewayCall call, MemoryBroker broker, long nowNanos) {
    if (call.request instanceof BrokerRequest.Metadata metadata) {
      return new BrokerOutcome.Metadata(desk.metadata().answer(metadata, call.hits));
    }
    if (call.request instanceof BrokerRequest.ListOffsets offsets) {
      return new BrokerOutcome.Offsets(desk.offsets().offsets(broker.id(), offsets, call.hits));
    }
    if (call.request instanceof BrokerRequest.EpochEnds ends) {
      return new BrokerOutcome.EpochEnds(desk.offsets().epochEnds(broker.id(), ends, call.hits));
    }
    if (call.request instanceof BrokerRequest.Fetch fetch && call.session != null) {
      // A reply that will be lost has its effect on the session all the same.
      boolean waited = Deadlines.reached(call.waitsUntil, nowNanos);
      return desk.fetches().answer(broker, call.session, fetch, call.hits, waited);
    }
    if (call.request instanceof BrokerRequest.FindCoordinator find) {
      return desk.groups().coordinator(broker.id(), find, call.hits);
    }
    if (call.request instanceof BrokerRequest.OffsetCommit commit) {
      return desk.groups().commit(broker.id(), commit, call.hits);
    }
    if (call.request instanceof BrokerRequest.OffsetFetch fetch) {
      return desk.groups().fetch(broker.id(), fetch, call.hits);
    }
    if (call.request instanceof BrokerRequest.OffsetDelete delete) {
      return desk.groups().delete(broker.id(), delete, call.hits);
    }
    if (call.request instanceof BrokerRequest.Produce produce) {
      return act(produce, call, broker);
    }
    if (call.request instanceof BrokerRequest.InitProducerId) {
      // Whatever id was named: only those of transactions have epochs that brokers raise.
      return new BrokerOutcome.ProducerId(desk.state().newProducerId(), (short) 0);
    }
    throw new AssertionError(call.request);
  }

  private BrokerOutcome act(BrokerRequest.Produce produce, GatewayCall call, MemoryBroker broker) {
    BrokerOutcome reply = desk.produces().answer(broker.id(), produce, call.hits);
    if (hit(call, DuplicateRequest.class) != null) {
      desk.produces().answer(broker.id(), produce, call.hits);
    }
    return reply;
  }

  /** Whether the reply gets lost, or the connection with it. */
  static boolean losesReply(GatewayCall call) {
    return hit(call, LoseReply.class) != null;
  }

  static boolean breaksConnection(GatewayCall call) {
    return hit(call, Disconnect.class) != null;
  }

  /** The last fault of a kind that hits a call, or null. */
  static <T extends BrokerFault> @Nullable T hit(GatewayCall call, Class<T> kind) {
    T found = null;
    for (BrokerFault fault : call.hits) {
      if (kind.isInstance(fault)) {
        found = kind.cast(fault);
      }
    }
    return found;
  }

  /** Nobody knows how the broker's session stands any more. */
  void forgetSession(int brokerId) {
    sessionIds.remove(brokerId);
  }

  /** The gateway closes its sessions. */
  void closeSessions() {
    sessionIds.forEach((brokerId, id) -> desk.state().broker(brokerId).closeSession(id));
    sessionIds.clear();
  }

  private void open(
      GatewayCall call, MemoryBroker broker, BrokerRequest.Fetch fetch, long nowNanos) {
    int id = sessionIds.getOrDefault(broker.id(), 0);
    if (hit(call, LoseSession.class) != null) {
      broker.closeSession(id);
    }
    FetchSession session = fetch.fullList() ? broker.openSession(id) : broker.session(id);
    if (session == null) {
      call.endWith(GatewayFailures.sessionLost(broker.id()), nowNanos);
      return;
    }
    session.apply(fetch);
    sessionIds.put(broker.id(), session.id());
    call.session = session;
    long waits = TimeUnit.MILLISECONDS.toNanos(fetch.maxWaitMillis());
    call.waitsUntil = Deadlines.after(nowNanos, waits);
  }

  private boolean asks(GatewayCall call, MemoryBroker broker, TopicPartition topicPartition) {
    if (call.request instanceof BrokerRequest.Fetch fetch && !fetch.fullList()) {
      FetchSession session = broker.session(sessionIds.getOrDefault(broker.id(), 0));
      if (session != null
          && session.wants(topicPartition)
          && !fetch.forgotten().contains(topicPartition)) {
        return true;
      }
    }
    return Partitions.named(call.request, topicPartition);
  }
}
