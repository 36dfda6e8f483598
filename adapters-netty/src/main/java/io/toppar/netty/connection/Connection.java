package io.toppar.netty.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.toppar.netty.protocol.MalformedMessageException;
import io.toppar.netty.protocol.WireReads;
import io.toppar.netty.protocol.messages.RequestHeader;
import io.toppar.ports.BrokerOutcome.Kind;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to one address: dialling, the {@link Stage}s, then calls, until it closes for
 * good. Confined to the event loop.
 *
 * <p>Calls are pipelined; a broker answers in order, so the correlation id is only a check, and a
 * wrong one means that the rest of the stream cannot be trusted. A connection fails once: everybody
 * who waits is told the same cause. It takes no call before it is ready and never reconnects; both
 * are the business of {@link Link}.
 */
final class Connection implements FrameReader.Sink, Stage.Opening, Call.Place {

  private final ConnectionSettings settings;
  private final Timers timers;
  private final FramePool frames;
  private final Owner owner;
  private final String peer;
  private final Iterator<Stage> stages;
  private final FrameReader reader;
  private final ArrayDeque<Sent> inFlight = new ArrayDeque<>();
  private final long bornNanos;

  private @Nullable Channel channel;
  private @Nullable Stage stage;
  private @Nullable BrokerVersions versions;
  private @Nullable Timer setupTimer;
  private @Nullable Timer watchdog;
  private @Nullable Timer idleTimer;
  private boolean ready;
  private boolean closed;
  private boolean served;
  private int correlationId;
  private long lastUsedNanos;
  private long lastReplyNanos;

  Connection(
      ConnectionSettings settings,
      Timers timers,
      FramePool frames,
      List<Stage> stages,
      String peer,
      Owner owner) {
    this.settings = settings;
    this.timers = timers;
    this.frames = frames;
    this.stages = stages.iterator();
    this.peer = peer;
    this.owner = owner;
    this.reader = new FrameReader(settings.receiveMaxBytes(), this);
    this.bornNanos = timers.nowNanos();
    this.lastUsedNanos = bornNanos;
    this.lastReplyNanos = bornNanos;
  }

  /** Who made the connection. */
  interface Owner {

    /** All stages are passed: calls may be sent. */
    void onReady(Connection connection);

    /**
     * It is over. Called before the calls in flight are told.
     *
     * @param quiet whether nobody is harmed: an idle connection was closed
     */
    void onClosed(Connection connection, Failure failure, boolean quiet);

    /** The broker wants to be left alone. */
    void onThrottle(int millis);
  }

  /** A request written and not answered; its call is gone once ended. */
  private record Sent(Call call, int correlationId, short version, long sentNanos) {}

  void dial(Dialer dialer, InetSocketAddress address) {
    setupTimer = timers.after(settings.setupTimeoutMillis(), this::onSetupTimeout);
    ChannelFuture future = dialer.dial(address, new Events());
    channel = future.channel();
    future.addListener(done -> onDialled(done.isSuccess(), done.cause()));
  }

  boolean ready() {
    return ready && !closed;
  }

  /** Whether any call beyond the stages has been answered. */
  boolean served() {
    return served;
  }

  /** Requests whose answer is outstanding, ended ones included. */
  int inFlight() {
    return inFlight.size();
  }

  /** Negotiates the version and writes; a call that no version fits is failed. */
  void send(Call call) {
    int version = version(call);
    if (version == BrokerVersions.NONE) {
      call.failed(Failure.of(Kind.UNSUPPORTED, unsupported(call)));
      return;
    }
    send(call, (short) version);
  }

  @Override
  public void send(Call call, short version) {
    Channel open = channel;
    if (closed || open == null) {
      call.failed(Failure.of(Kind.TRANSPORT, peer + ": the connection is closed"));
      return;
    }
    int id = correlationId;
    ByteBuf out = open.alloc().ioBuffer();
    try {
      write(out, call, version, id);
    } catch (RuntimeException unwritable) {
      out.release();
      call.failed(
          Failure.of(
              Kind.UNSUPPORTED,
              peer + ": " + call.api() + " cannot be written: " + unwritable.getMessage()));
      return;
    }
    correlationId = (id + 1) & Integer.MAX_VALUE;
    lastUsedNanos = timers.nowNanos();
    inFlight.add(new Sent(call, id, version, lastUsedNanos));
    call.lieIn(this);
    if (ready && watchdog == null) {
      watch(lastUsedNanos);
    }
    ChannelFuture unused = open.writeAndFlush(out, open.voidPromise());
  }

  /** Closes for a reason of ours that harms nobody. */
  void close(Failure failure) {
    fail(failure, true);
  }

  /** Throttled time counts neither for calls nor for the connection (B205). */
  void extendDeadlines(long nanos) {
    for (Sent sent : inFlight) {
      sent.call.extendDeadline(nanos);
    }
    lastReplyNanos = timers.nowNanos() + nanos;
  }

  @Override
  public ConnectionSettings settings() {
    return settings;
  }

  @Override
  public void versions(BrokerVersions told) {
    versions = told;
  }

  @Override
  public void passed() {
    if (closed) {
      return;
    }
    if (stages.hasNext()) {
      stage = stages.next();
      stage.begin(this);
      return;
    }
    stage = null;
    ready = true;
    cancel(setupTimer);
    setupTimer = null;
    armIdle();
    owner.onReady(this);
  }

  @Override
  public void failed(Failure failure) {
    fail(failure.under(peer), false);
  }

  @Override
  public void bytesArrived() {
    lastUsedNanos = timers.nowNanos();
  }

  @Override
  public @Nullable Frame frameStarts(int bodyLength, int id) {
    Sent sent = inFlight.peekFirst();
    if (sent == null || sent.correlationId != id) {
      broken(
          "it answered request "
              + id
              + (sent == null
                  ? ", but none is open"
                  : ", but " + sent.correlationId + " (" + sent.call.api() + ") is next"));
      return null;
    }
    if (sent.call.ended()) {
      replied();
      return null;
    }
    return frames.take(bodyLength);
  }

  @Override
  public void frameEnds(Frame frame) {
    Sent sent = replied();
    try {
      if (!sent.call.ended()) {
        read(sent, frame);
      }
    } finally {
      frame.release();
    }
  }

  @Override
  public void broken(String detail) {
    fail(Failure.of(Kind.MALFORMED, peer + ": " + detail), false);
  }

  @Override
  public String whereabouts() {
    return "sent to " + peer + ", no answer yet";
  }

  @Override
  public void forget(Call call) {
    // It stays in flight: its answer is still to come, and will be skipped.
  }

  private void write(ByteBuf out, Call call, short version, int id) {
    out.writeInt(0);
    new RequestHeader(call.api().key(), version, id, settings.clientId())
        .write(out, call.api().requestHeaderVersion(version));
    call.write(out, version);
    out.setInt(0, out.readableBytes() - Integer.BYTES);
  }

  private void read(Sent sent, Frame frame) {
    ByteBuf body = Unpooled.wrappedBuffer(frame.array(), 0, frame.length());
    int throttleMillis;
    try {
      if (sent.call.api().responseHeaderVersion(sent.version) == 1) {
        WireReads.skipTags(body, "response header");
      }
      served |= ready;
      throttleMillis = sent.call.read(frame, body, sent.version);
    } catch (MalformedMessageException | IndexOutOfBoundsException malformed) {
      onUnreadable(sent, malformed.getMessage());
      return;
    } catch (RuntimeException unexpected) {
      onUnreadable(sent, unexpected.toString());
      return;
    }
    if (throttleMillis > 0) {
      owner.onThrottle(throttleMillis);
    }
  }

  private void onUnreadable(Sent sent, @Nullable String why) {
    String detail =
        peer + ": its answer to " + sent.call.api() + " v" + sent.version + " is broken: " + why;
    Failure failure = Failure.of(Kind.MALFORMED, detail);
    fail(failure, false);
    if (!sent.call.ended()) {
      sent.call.failed(failure);
    }
  }

  private Sent replied() {
    lastReplyNanos = timers.nowNanos();
    return inFlight.removeFirst();
  }

  private int version(Call call) {
    if (versions == null) {
      return BrokerVersions.NONE;
    }
    return versions.newest(call.api(), call.lowestVersion(), highest(call));
  }

  private int highest(Call call) {
    return settings.floorVersions()
        ? Math.min(call.api().floor(), call.highestVersion())
        : call.highestVersion();
  }

  private String unsupported(Call call) {
    String theirs = versions == null ? "none" : versions.range(call.api());
    return peer
        + " takes "
        + call.api()
        + " versions "
        + theirs
        + ", this request needs "
        + call.lowestVersion()
        + "-"
        + highest(call)
        + "; use a broker from 2.1 on that has this feature";
  }

  private void onDialled(boolean success, @Nullable Throwable cause) {
    if (closed) {
      return;
    }
    if (success) {
      passed();
    } else {
      fail(Failure.of(Kind.TRANSPORT, peer + ": " + message(cause)), false);
    }
  }

  private void onSetupTimeout() {
    String doing = stage == null ? "connecting" : stage.activity();
    fail(
        Failure.of(
            Kind.TRANSPORT,
            peer + ": no success within " + settings.setupTimeoutMillis() + " ms, " + doing),
        false);
  }

  private void onPeerClosed() {
    if (closed) {
      return;
    }
    if (stage != null) {
      fail(
          Failure.of(
              Kind.TRANSPORT,
              peer
                  + ": the peer closed the connection while "
                  + stage.activity()
                  + "; does the port expect TLS or a login?"),
          false);
      return;
    }
    boolean quiet = inFlight.isEmpty() && timers.nowNanos() - bornNanos > YOUNG_NANOS;
    fail(Failure.of(Kind.TRANSPORT, peer + ": the peer closed the connection"), quiet);
  }

  private void watch(long fromNanos) {
    watchdog = timers.at(fromNanos + settings.socketTimeoutMillis() * 1_000_000, this::onWatch);
  }

  private void onWatch() {
    watchdog = null;
    Sent oldest = inFlight.peekFirst();
    if (oldest == null) {
      return;
    }
    long base = lastReplyNanos - oldest.sentNanos > 0 ? lastReplyNanos : oldest.sentNanos;
    if (timers.nowNanos() - base >= settings.socketTimeoutMillis() * 1_000_000) {
      fail(
          Failure.of(
              Kind.TRANSPORT,
              peer
                  + ": no answer to "
                  + oldest.call.api()
                  + " for "
                  + settings.socketTimeoutMillis()
                  + " ms, connection given up"),
          false);
    } else {
      watch(base);
    }
  }

  private void armIdle() {
    if (settings.maxIdleMillis() > 0) {
      idleTimer =
          timers.at(lastUsedNanos + settings.maxIdleMillis() * 1_000_000, this::onIdleTimer);
    }
  }

  private void onIdleTimer() {
    idleTimer = null;
    boolean idle =
        inFlight.isEmpty()
            && timers.nowNanos() - lastUsedNanos >= settings.maxIdleMillis() * 1_000_000;
    if (idle) {
      fail(Failure.of(Kind.TRANSPORT, peer + ": idle connection closed"), true);
    } else if (!inFlight.isEmpty()) {
      lastUsedNanos = timers.nowNanos();
      armIdle();
    } else {
      armIdle();
    }
  }

  private void fail(Failure failure, boolean quiet) {
    if (closed) {
      return;
    }
    closed = true;
    reader.stop();
    cancel(setupTimer);
    cancel(watchdog);
    cancel(idleTimer);
    if (channel != null) {
      ChannelFuture unused = channel.close();
    }
    List<Sent> waiting = new ArrayList<>(inFlight);
    inFlight.clear();
    owner.onClosed(this, failure, quiet);
    for (Sent sent : waiting) {
      if (!sent.call.ended()) {
        sent.call.failed(failure.under(sent.call.api() + " lost"));
      }
    }
  }

  private static void cancel(@Nullable Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
  }

  private static String message(@Nullable Throwable cause) {
    if (cause == null) {
      return "unknown reason";
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** The last handler: puts the reader before it, and hears of faults and of the end. */
  private final class Events extends ChannelInboundHandlerAdapter {

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      ctx.pipeline().addFirst(reader);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      onPeerClosed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      fail(Failure.of(Kind.TRANSPORT, peer + ": " + message(cause)), false);
    }
  }

  /** A connection closed by its peer before this age was hardly closed for being idle (B193). */
  private static final long YOUNG_NANOS = 5_000_000_000L;
}
