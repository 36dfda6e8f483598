package io.toppar.netty.gateway;

import io.toppar.domain.ErrorCode;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.HostPort;
import io.toppar.netty.connection.Link;
import io.toppar.netty.connection.LinkContext;
import io.toppar.netty.records.BatchWalker;
import io.toppar.netty.records.RecordOptions;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway as its event loop sees it: makes calls of requests, sends them their way, and ends
 * everything at close.
 */
public final class RequestDesk {

  private static final Logger LOG = LoggerFactory.getLogger(RequestDesk.class);

  /**
   * The broker is busy with a waiting Fetch at most half a second by default; nobody waits that.
   */
  private static final long GOODBYE_MILLIS = 300;

  private final LinkContext context;
  private final Desk desk;
  private final Brokers brokers;
  private final BatchWalker walker;
  private final int maxOpen;
  private boolean closed;

  /**
   * Makes a gateway that is not connected to anything.
   *
   * @param addresses the bootstrap list
   * @param maxOpen the most requests open at a time; more fail
   */
  public RequestDesk(
      LinkContext context,
      List<HostPort> addresses,
      RecordOptions records,
      int maxOpen,
      BrokerGateway.Inbox inbox) {
    this.context = context;
    this.desk = new Desk(context.timers(), inbox);
    this.brokers = new Brokers(context, addresses);
    this.walker = new BatchWalker(records);
    this.maxOpen = maxOpen;
  }

  /**
   * Takes a request; it completes later, or at once if it can go nowhere. Exactly once, also if
   * something in here throws.
   */
  public void submit(BrokerRequest request, long token) {
    Failure refusal = refusal();
    if (refusal != null) {
      refuse(token, refusal);
      return;
    }
    RequestCall call;
    try {
      call =
          request instanceof BrokerRequest.Fetch fetch ? fetch(fetch, token) : call(request, token);
    } catch (RuntimeException | Error bug) {
      refuse(token, ownFault(request, bug));
      return;
    }
    if (call == null) {
      return;
    }
    try {
      begin(call, request);
    } catch (RuntimeException | Error bug) {
      call.complete(ownFault(request, bug));
    }
  }

  private void begin(RequestCall call, BrokerRequest request) {
    desk.opened(call);
    if (call.overdue()) {
      return;
    }
    if (request.brokerId() == BrokerRequest.ANY_BROKER && !(call instanceof ProduceCall)) {
      call.roams(brokers.any());
      brokers.any().place(call);
    } else {
      Broker broker = brokers.withId(request.brokerId());
      if (broker == null) {
        call.complete(unknownBroker(request));
      } else {
        call.sendOn(link(broker, call));
      }
    }
  }

  private static Link link(Broker broker, RequestCall call) {
    if (call instanceof FetchCall) {
      return broker.fetch();
    }
    return call instanceof ProduceCall ? broker.produce() : broker.control();
  }

  /** Cancels what is open, says goodbye to fetch sessions, closes; then runs what is given. */
  public void close(Runnable done) {
    closed = true;
    desk.cancelAll("the gateway was closed");
    Farewell farewell = new Farewell(() -> closeLinks(done));
    context.timers().after(GOODBYE_MILLIS, farewell::finish);
    for (Broker broker : brokers.all()) {
      int sessionId = broker.session().id();
      if (sessionId != 0 && broker.fetch().ready()) {
        farewell.expect();
        broker.fetch().submit(new FinalFetch(sessionId, farewell::heard));
      }
    }
    farewell.heard();
  }

  private void closeLinks(Runnable done) {
    for (Broker broker : brokers.all()) {
      broker.close(Failure.of(Kind.CANCELLED, "the gateway was closed"));
    }
    context.timers().clear();
    done.run();
  }

  /** A call of a Fetch, or null if it has been refused. */
  private @Nullable RequestCall fetch(BrokerRequest.Fetch fetch, long token) {
    Broker broker = brokers.withId(fetch.brokerId());
    if (broker == null) {
      refuse(token, unknownBroker(fetch));
      return null;
    }
    if (broker.session().busy()) {
      refuse(
          token,
          Failure.of(
              Kind.UNSUPPORTED, "a Fetch to broker " + fetch.brokerId() + " is open already"));
      return null;
    }
    return new FetchCall(desk, brokers, broker.session(), walker, fetch, token);
  }

  private void refuse(long token, Failure why) {
    desk.post(token, new BrokerOutcome.Failed(why.kind(), why.error(), why.detail(), false));
  }

  private RequestCall call(BrokerRequest request, long token) {
    if (request instanceof BrokerRequest.Metadata metadata) {
      return new MetadataCall(desk, brokers, metadata, token);
    }
    if (request instanceof BrokerRequest.ListOffsets offsets) {
      return new ListOffsetsCall(desk, offsets, token);
    }
    if (request instanceof BrokerRequest.EpochEnds ends) {
      return new EpochEndsCall(desk, ends, token);
    }
    if (request instanceof BrokerRequest.FindCoordinator find) {
      return new FindCoordinatorCall(desk, brokers, find, token);
    }
    if (request instanceof BrokerRequest.OffsetCommit commit) {
      return new OffsetCommitCall(desk, commit, token);
    }
    if (request instanceof BrokerRequest.OffsetFetch committed) {
      return new OffsetFetchCall(desk, committed, token);
    }
    if (request instanceof BrokerRequest.OffsetDelete delete) {
      return new OffsetDeleteCall(desk, delete, token);
    }
    if (request instanceof BrokerRequest.Produce produce) {
      return new ProduceCall(desk, brokers, produce, token);
    }
    if (request instanceof BrokerRequest.InitProducerId init) {
      return new InitProducerIdCall(desk, init, token);
    }
    throw new IllegalArgumentException("no call for " + request.getClass());
  }

  private @Nullable Failure refusal() {
    if (closed) {
      return Failure.of(Kind.CANCELLED, "the gateway is closed");
    }
    if (desk.size() >= maxOpen) {
      return Failure.of(
          Kind.TRANSPORT, maxOpen + " requests are open already; wait for some to complete");
    }
    return null;
  }

  private static Failure ownFault(BrokerRequest request, Throwable bug) {
    LOG.error("the gateway could not send {}", request, bug);
    return Failure.of(Kind.TRANSPORT, "a fault of this client, see its log: " + bug);
  }

  private static Failure unknownBroker(BrokerRequest request) {
    return new Failure(
        Kind.UNKNOWN_BROKER,
        ErrorCode.NONE,
        "no address is known for broker " + request.brokerId() + "; ask for metadata first");
  }
}
