package io.toppar.testing.memory;

import io.toppar.domain.Deadlines;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.Clock;
import io.toppar.ports.Compression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client's way to a {@link MemoryCluster}. Safe from any thread.
 *
 * <p><b>Stepped</b>, as its constructors make it, nothing happens by itself: a request is sent, a
 * broker waits no longer, a reply arrives, a deadline passes when {@link #runDue} is called at or
 * after that time. {@link #nextEventNanos} says when that is worth while; a test moves its clock
 * there. Completions are posted from inside {@code runDue}. <b>{@linkplain #threaded Threaded}</b>,
 * a daemon thread does that by real time.
 *
 * <p>It is as strict as the port allows: a broker is unknown until a metadata reply has named it, a
 * fetch session is forgotten after every failed Fetch, a second open Fetch to one broker throws,
 * and so does a batch that is ended while a request with it is open.
 */
public final class MemoryBrokerGateway implements BrokerGateway {

  private final MemoryCluster cluster;
  private final Clock clock;
  private final Runnable onWork;
  private final GatewayCalls calls;
  private @Nullable Inbox inbox;
  private boolean closed;

  /** Stepped by the test. */
  public MemoryBrokerGateway(MemoryCluster cluster, Clock clock) {
    this(cluster, clock, () -> {});
  }

  /**
   * Stepped by the test, which is told when {@link #nextEventNanos} may have come nearer.
   *
   * @param onWork called on any thread, possibly in the middle of a change to the cluster: it must
   *     only take note
   */
  public MemoryBrokerGateway(MemoryCluster cluster, Clock clock, Runnable onWork) {
    this.cluster = cluster;
    this.clock = clock;
    this.onWork = onWork;
    this.calls = new GatewayCalls(cluster);
  }

  /** Driven by a daemon thread of its own; the clock has to run like real time. */
  public static MemoryBrokerGateway threaded(MemoryCluster cluster, Clock clock) {
    RealTimeDriver driver = new RealTimeDriver(clock);
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock, driver::wake);
    driver.drive(gateway);
    return gateway;
  }

  /**
   * How long each way takes: asked once for a request and once for its reply, in their order; 0 at
   * first. A seeded source keeps a run repeatable.
   */
  public void latency(LongSupplier nanosOneWay) {
    synchronized (cluster) {
      calls.latency(nanosOneWay);
    }
  }

  /** When {@link #runDue} has something to do, or {@link Deadlines#NONE}; may be in the past. */
  public long nextEventNanos() {
    synchronized (cluster) {
      return calls.nextEvent(clock.nanoTime());
    }
  }

  /**
   * Lets happen what is due by the clock, in the order of submission, and posts what is complete.
   *
   * @return how many completions were posted
   */
  public int runDue() {
    List<BrokerCompletion> completed = new ArrayList<>();
    Inbox to;
    synchronized (cluster) {
      to = inbox;
      calls.runDue(clock.nanoTime(), completed);
    }
    return post(to, completed);
  }

  /** Replies that came too late, twice, or to a closed gateway, and were released here. */
  public int droppedReplies() {
    synchronized (cluster) {
      return calls.droppedReplies();
    }
  }

  @Override
  public void open(Inbox inbox) {
    synchronized (cluster) {
      if (this.inbox != null) {
        throw new IllegalStateException("the gateway is open already; open it once");
      }
      this.inbox = inbox;
      cluster.desk().news().listen(onWork);
    }
  }

  @Override
  public void submit(BrokerRequest request, long token) {
    synchronized (cluster) {
      if (inbox == null) {
        throw new IllegalStateException("the gateway is not open; call open first");
      }
      calls.submit(request, token, closed, clock.nanoTime());
    }
    onWork.run();
  }

  @Override
  public BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {
    HeldMemory held = new HeldMemory(memory, cluster.desk().outgoing());
    return new MemoryBatchBuilder(limitBytes, expectedBytes, compression, held);
  }

  @Override
  public void close(Duration timeout) {
    List<BrokerCompletion> completed = new ArrayList<>();
    Inbox to;
    synchronized (cluster) {
      if (closed) {
        return;
      }
      closed = true;
      to = inbox;
      cluster.desk().news().unlisten(onWork);
      calls.cancel(completed);
    }
    post(to, completed);
  }

  private static int post(@Nullable Inbox to, List<BrokerCompletion> completed) {
    if (to != null) {
      completed.forEach(to::post);
    }
    return completed.size();
  }
}
