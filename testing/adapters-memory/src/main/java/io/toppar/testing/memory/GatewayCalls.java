package io.toppar.testing.memory;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.Deadlines;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.BrokerFault.Delay;
import io.toppar.testing.memory.BrokerFault.DuplicateReply;
import io.toppar.testing.memory.BrokerFault.Throttle;
import io.toppar.testing.memory.GatewayCall.Stage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The open requests of one gateway, in the order of submission. Guarded by the cluster. */
final class GatewayCalls {

  private final MemoryCluster cluster;
  private final BrokerVisit visit;
  private final List<GatewayCall> open = new ArrayList<>();
  private final TreeSet<Integer> knownBrokers = new TreeSet<>();
  private final Map<Integer, Long> throttledUntil = new TreeMap<>();
  private LongSupplier latencyNanos = () -> 0;
  private int droppedReplies;

  GatewayCalls(MemoryCluster cluster) {
    this.cluster = cluster;
    this.visit = new BrokerVisit(cluster.desk());
  }

  void latency(LongSupplier nanos) {
    latencyNanos = nanos;
  }

  int droppedReplies() {
    return droppedReplies;
  }

  void submit(BrokerRequest request, long token, boolean closed, long nowNanos) {
    int brokerId = request.brokerId();
    long arrivesAt = closed ? nowNanos : arrivesAt(request, nowNanos);
    GatewayCall call = new GatewayCall(token, request, arrivesAt, nowNanos);
    if (closed) {
      call.endWith(GatewayFailures.neverSent(), nowNanos);
    } else if (brokerId != BrokerRequest.ANY_BROKER && !knownBrokers.contains(brokerId)) {
      call.endWith(GatewayFailures.unknownBroker(brokerId), nowNanos);
    } else if (call.family == RequestFamily.FETCH) {
      refuseSecondFetch(brokerId);
    }
    call.submitted();
    call.throttled(throttledNanos(brokerId, nowNanos));
    open.add(call);
  }

  /** One way, but a Produce does not overtake another to the same broker. */
  private long arrivesAt(BrokerRequest request, long nowNanos) {
    long arrivesAt = Deadlines.after(nowNanos, latencyNanos.getAsLong());
    for (GatewayCall call : open) {
      boolean ahead =
          request instanceof BrokerRequest.Produce
              && call.family == RequestFamily.PRODUCE
              && call.request.brokerId() == request.brokerId();
      if (ahead && call.arrivesAt - arrivesAt > 0) {
        arrivesAt = call.arrivesAt;
      }
    }
    return arrivesAt;
  }

  private void refuseSecondFetch(int brokerId) {
    for (GatewayCall call : open) {
      if (call.family == RequestFamily.FETCH && call.request.brokerId() == brokerId) {
        throw new IllegalStateException(
            "a Fetch to broker " + brokerId + " is open already; await its completion");
      }
    }
  }

  /** When something may happen: now or earlier if it may at once, or {@link Deadlines#NONE}. */
  long nextEvent(long nowNanos) {
    long next = cluster.desk().late().next();
    for (GatewayCall call : open) {
      next = Deadlines.earlier(next, call.deadlineNanos());
      next = Deadlines.earlier(next, nextEvent(call, nowNanos));
    }
    return next;
  }

  private long nextEvent(GatewayCall call, long nowNanos) {
    return switch (call.stage) {
      case ON_ITS_WAY -> sendable(call);
      case AT_BROKER -> nextAtBroker(call, nowNanos);
      case ON_ITS_WAY_BACK -> call.repliesAt;
      case LOST -> Deadlines.NONE;
    };
  }

  private long nextAtBroker(GatewayCall call, long nowNanos) {
    MemoryBroker broker = call.broker;
    if (broker == null || broker.incarnation() != call.incarnation) {
      return nowNanos;
    }
    if (broker.isSilent()) {
      return Deadlines.NONE;
    }
    return call.lookedAtVersion == cluster.desk().news().version() ? call.waitsUntil : nowNanos;
  }

  /** Lets happen what is due; adds what is complete. */
  void runDue(long nowNanos, List<BrokerCompletion> completed) {
    cluster.desk().late().runDue(nowNanos);
    Iterator<GatewayCall> each = open.iterator();
    while (each.hasNext()) {
      GatewayCall call = each.next();
      BrokerOutcome outcome = step(call, nowNanos);
      if (outcome != null) {
        each.remove();
        call.completed();
        completed.add(new BrokerCompletion(call.token, outcome));
      }
    }
  }

  /** Everything open is cancelled. */
  void cancel(List<BrokerCompletion> completed) {
    for (GatewayCall call : open) {
      drop(call);
      call.completed();
      completed.add(
          new BrokerCompletion(call.token, GatewayFailures.cancelled(call.family, isSent(call))));
    }
    open.clear();
    visit.closeSessions();
  }

  private @Nullable BrokerOutcome step(GatewayCall call, long nowNanos) {
    boolean late = call.isLate(nowNanos);
    if (call.stage == Stage.ON_ITS_WAY && !late && Deadlines.reached(sendable(call), nowNanos)) {
      visit.arrive(call, nowNanos);
    }
    if (call.stage == Stage.AT_BROKER && !late) {
      look(call, nowNanos);
    }
    if (call.isAnswered(nowNanos)) {
      return taken(call);
    }
    if (late) {
      drop(call);
      forgetSession(call);
      return GatewayFailures.timedOut(call.request.brokerId(), call.family, isSent(call));
    }
    return null;
  }

  private void look(GatewayCall call, long nowNanos) {
    MemoryBroker broker = call.broker;
    if (broker == null || broker.incarnation() != call.incarnation) {
      call.endWith(GatewayFailures.disconnected(call.family, call.request.brokerId()), nowNanos);
      return;
    }
    boolean nothingNew =
        call.lookedAtVersion == cluster.desk().news().version()
            && !Deadlines.reached(call.waitsUntil, nowNanos);
    if (broker.isSilent() || nothingNew) {
      return;
    }
    call.lookedAtVersion = cluster.desk().news().version();
    BrokerOutcome reply = visit.answer(call, broker, nowNanos);
    if (reply != null) {
      call.replyWith(reply, repliesAt(call, broker, nowNanos));
      if (BrokerVisit.losesReply(call)) {
        drop(call);
        call.stage = Stage.LOST;
      } else if (BrokerVisit.breaksConnection(call)) {
        drop(call);
        call.endWith(GatewayFailures.disconnected(call.family, broker.id()), nowNanos);
      }
    }
  }

  private long repliesAt(GatewayCall call, MemoryBroker broker, long nowNanos) {
    long at = Deadlines.after(nowNanos, latencyNanos.getAsLong());
    Delay delay = BrokerVisit.hit(call, Delay.class);
    if (delay != null) {
      at = Deadlines.after(at, delay.by().toNanos());
    }
    Throttle throttle = BrokerVisit.hit(call, Throttle.class);
    if (throttle != null) {
      throttle(broker.id(), Deadlines.after(at, throttle.time().toNanos()), at);
    }
    return at;
  }

  /** Nothing is sent to the broker until then; what is open there gets as much more time. */
  private void throttle(int brokerId, long untilNanos, long fromNanos) {
    long longer = untilNanos - fromNanos - throttledNanos(brokerId, fromNanos);
    if (longer > 0) {
      throttledUntil.put(brokerId, untilNanos);
      for (GatewayCall call : open) {
        if (call.request.brokerId() == brokerId) {
          call.throttled(longer);
        }
      }
    }
  }

  /** For how long the broker wants to be left alone. */
  private long throttledNanos(int brokerId, long nowNanos) {
    Long until = throttledUntil.get(brokerId);
    return until == null ? 0 : Math.max(0, until - nowNanos);
  }

  private BrokerOutcome taken(GatewayCall call) {
    BrokerOutcome outcome = call.reply;
    if (outcome == null) {
      throw new IllegalStateException("request " + call.token + " was answered with nothing");
    }
    if (outcome instanceof BrokerOutcome.Metadata metadata) {
      for (BrokerEndpoint broker : metadata.cluster().brokers()) {
        knownBrokers.add(broker.id());
      }
    }
    if (outcome instanceof BrokerOutcome.Fetched fetched) {
      // The address of a leader comes with the hint (KIP-951).
      fetched.partitions().forEach(part -> learn(part.leaderHintId()));
    }
    if (outcome instanceof BrokerOutcome.Produced produced) {
      produced.partitions().forEach(part -> learn(part.leaderHintId()));
    }
    if (outcome instanceof BrokerOutcome.Coordinator coordinator) {
      learn(coordinator.brokerId());
    }
    if (outcome instanceof BrokerOutcome.Failed) {
      forgetSession(call);
    }
    if (BrokerVisit.hit(call, DuplicateReply.class) != null) {
      droppedReplies++;
    }
    return outcome;
  }

  private void learn(int brokerId) {
    if (brokerId >= 0) {
      knownBrokers.add(brokerId);
    }
  }

  private void drop(GatewayCall call) {
    if (call.dropReply()) {
      droppedReplies++;
    }
  }

  private void forgetSession(GatewayCall call) {
    if (call.family == RequestFamily.FETCH) {
      visit.forgetSession(call.request.brokerId());
    }
  }

  /** When a request reaches its broker, throttles obeyed. */
  private long sendable(GatewayCall call) {
    Long until = throttledUntil.get(call.request.brokerId());
    return until != null && until - call.arrivesAt > 0 ? until : call.arrivesAt;
  }

  /** Whether a byte of it may have left. */
  private boolean isSent(GatewayCall call) {
    boolean heldBack = call.bornLate || sendable(call) - call.arrivesAt > 0;
    return call.stage != Stage.ON_ITS_WAY || !heldBack;
  }
}
