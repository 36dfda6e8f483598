package io.toppar.netty;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.toppar.domain.ErrorCode;
import io.toppar.netty.connection.FramePool;
import io.toppar.netty.connection.LinkContext;
import io.toppar.netty.connection.Lookups;
import io.toppar.netty.connection.NameResolver;
import io.toppar.netty.connection.RepeatedWarnings;
import io.toppar.netty.connection.Timers;
import io.toppar.netty.connection.Transport;
import io.toppar.netty.gateway.RequestDesk;
import io.toppar.netty.records.BatchMaker;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.Clock;
import io.toppar.ports.Compression;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A {@link BrokerGateway} that speaks Kafka's protocol over Netty: brokers from 2.1 on.
 *
 * <p>One event loop does everything: it owns the connections, and whoever runs its own work on
 * {@link #eventLoop()} saves the hand-over between threads. Nothing may block it. Each broker has a
 * connection for Fetch, one for Produce and one for the rest, each made on demand. Requests to any
 * broker fall back from one to the next; requests to a certain broker fail as soon as an attempt to
 * reach it has failed, so that their sender can look for another leader.
 *
 * <p><b>Threading:</b> every method may be called from any thread; completions are posted from the
 * event loop, those after closing from another. <b>Ownership:</b> a Fetch's records share the
 * reply's frame, which returns to the gateway's pool when the last is released; they stay valid
 * when the gateway is closed.
 */
public final class NettyGateway implements BrokerGateway {

  private final NettyGatewayOptions options;
  private final FramePool frames;
  private final BatchMaker batches;
  private final Transport transport;
  private final Lookups lookups;
  private final LinkContext context;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable RequestDesk desk;
  private volatile @Nullable Inbox inbox;

  /** Makes a gateway; it connects when the first request needs it. */
  public NettyGateway(NettyGatewayOptions options, Clock clock) {
    this(options, clock, NameResolver.JDK);
  }

  NettyGateway(NettyGatewayOptions options, Clock clock, NameResolver resolver) {
    this.options = options;
    this.frames = new FramePool(options.framePoolBytes());
    this.batches = new BatchMaker(options.batchPoolBytes());
    this.transport =
        new Transport(
            options.clientId() + "-loop",
            options.nativeTransport(),
            options.sendBufferBytes(),
            options.receiveBufferBytes());
    this.lookups = new Lookups(resolver, transport.loop(), options.clientId());
    Timers timers = new Timers(clock, transport.loop());
    this.context =
        new LinkContext(
            options.connectionSettings(),
            timers,
            frames,
            lookups,
            transport,
            new RepeatedWarnings(LoggerFactory.getLogger(NettyGateway.class), timers),
            new SplittableRandom());
  }

  /**
   * The loop that runs the gateway, on which its user's duty cycle may run as well. It ends with
   * {@link #close}: what has been given to it before still runs, later tasks are refused.
   */
  public ScheduledExecutorService eventLoop() {
    return transport.loop();
  }

  @Override
  public void open(Inbox completions) {
    if (inbox != null) {
      throw new IllegalStateException("the gateway is open already");
    }
    inbox = completions;
    desk =
        new RequestDesk(
            context,
            options.bootstrap(),
            options.recordOptions(),
            options.maxOpenRequests(),
            completions);
  }

  @Override
  public void submit(BrokerRequest request, long token) {
    RequestDesk opened = desk;
    Inbox completions = inbox;
    if (opened == null || completions == null) {
      throw new IllegalStateException("open the gateway before the first request");
    }
    try {
      transport.loop().execute(() -> opened.submit(request, token));
    } catch (RejectedExecutionException ended) {
      GlobalEventExecutor.INSTANCE.execute(() -> completions.post(cancelled(token)));
    }
  }

  @Override
  public BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {
    return batches.newBatch(limitBytes, expectedBytes, compression, memory);
  }

  @Override
  public void close(Duration timeout) {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    EventLoop loop = transport.loop();
    CountDownLatch done = new CountDownLatch(1);
    RequestDesk opened = desk;
    if (opened == null) {
      done.countDown();
    } else {
      loop.execute(() -> opened.close(done::countDown));
    }
    if (loop.inEventLoop()) {
      loop.execute(() -> transport.shutdown(timeout.toMillis()));
    } else {
      transport.shutdown(awaited(done, timeout) ? timeout.toMillis() : 1);
    }
    lookups.close();
    frames.close();
    batches.close();
  }

  /** For tests: runs what is due by the clock, which they have moved. */
  void runDue() {
    transport.loop().execute(context.timers()::runDue);
  }

  /** For tests: where frames come from and return to. */
  FramePool frames() {
    return frames;
  }

  /** For tests: where batches on their way out have their memory from. */
  BatchMaker batches() {
    return batches;
  }

  private static boolean awaited(CountDownLatch done, Duration timeout) {
    try {
      return done.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static BrokerCompletion cancelled(long token) {
    return new BrokerCompletion(
        token,
        new BrokerOutcome.Failed(
            BrokerOutcome.Kind.CANCELLED, ErrorCode.NONE, "the gateway is closed", false));
  }
}
