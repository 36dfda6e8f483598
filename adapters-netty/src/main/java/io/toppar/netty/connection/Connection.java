package io.toppar.netty.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.toppar.netty.protocol.messages.RequestHeader;
import io.toppar.ports.BrokerOutcome.Kind;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to one address: dialling, the {@link Stage}s, then calls, until it closes for
 * good. Confined to the event loop.
 *
 * <p>Calls are pipelined. A connection fails once: everybody who waits is told the same cause. It
 * takes no call before it is ready and never reconnects; both are the business of {@link Link}.
 */
final class Connection implements Stage.Opening, Vigil.Watched, InFlight.Line {

  private final ConnectionSettings settings;
  private final Owner owner;
  private final String peer;
  private final Iterator<Stage> stages;
  private final FrameReader reader;
  private final InFlight inFlight;
  private final Vigil vigil;

  private @Nullable Channel channel;
  private @Nullable Stage stage;
  private BrokerVersions versions = new BrokerVersions(List.of());
  private boolean ready;
  private boolean closed;
  private int correlationId;

  Connection(
      ConnectionSettings settings,
      Timers timers,
      FramePool frames,
      List<Stage> stages,
      String peer,
      Owner owner) {
    this.settings = settings;
    this.stages = stages.iterator();
    this.peer = peer;
    this.owner = owner;
    this.vigil = new Vigil(settings, timers, this);
    this.inFlight = new InFlight(peer, frames, vigil, this);
    this.reader = new FrameReader(settings.receiveMaxBytes(), inFlight);
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

    /**
     * A call was written after the connection had rested, and nothing was heard before it broke: it
     * has most likely gone nowhere, and may be sent again (B195).
     */
    void onUnheard(Call call);

    /** The broker wants to be left alone. */
    void onThrottle(int millis);
  }

  void dial(Dialer dialer, InetSocketAddress address) {
    ChannelFuture future = dialer.dial(address, new Events());
    channel = future.channel();
    future.addListener(done -> onDialled(done.isSuccess(), done.cause()));
  }

  boolean ready() {
    return ready && !closed;
  }

  /** Whether any call beyond the stages has been answered. */
  boolean served() {
    return inFlight.served();
  }

  /** Requests whose answer is outstanding, ended ones included. */
  int inFlight() {
    return inFlight.size();
  }

  /** Negotiates the version and writes; a call that no version fits is failed. */
  void send(Call call) {
    int version = versions.newest(call, settings.floorVersions());
    if (version == BrokerVersions.NONE) {
      call.failed(
          Failure.of(Kind.UNSUPPORTED, peer + versions.misfit(call, settings.floorVersions())));
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
    ByteBuf frame;
    try {
      write(out, call, version, id);
      frame = call.gathered(out);
    } catch (RuntimeException unwritable) {
      out.release();
      call.failed(
          Failure.of(
              Kind.UNSUPPORTED,
              peer + ": " + call.api() + " cannot be written: " + unwritable.getMessage()));
      return;
    }
    correlationId = (id + 1) & Integer.MAX_VALUE;
    frame.setInt(0, frame.readableBytes() - Integer.BYTES);
    inFlight.add(call, id, version);
    ChannelFuture unused = open.writeAndFlush(frame, written(open, call));
  }

  /** Closes for a reason of ours that harms nobody. */
  void close(Failure failure) {
    fail(failure, true);
  }

  /** Throttled time counts neither for calls nor for the connection (B205). */
  void extendDeadlines(long nanos) {
    inFlight.extendDeadlines(nanos);
    vigil.extend(nanos);
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
    vigil.opened();
    owner.onReady(this);
  }

  @Override
  public void failed(Failure failure) {
    fail(failure.under(peer), false);
  }

  @Override
  public boolean opened() {
    return ready;
  }

  @Override
  public void onMalformed(Failure failure) {
    fail(failure, false);
  }

  @Override
  public void onThrottle(int millis) {
    owner.onThrottle(millis);
  }

  @Override
  public boolean anyInFlight() {
    return !inFlight.isEmpty();
  }

  @Override
  public long oldestSentNanos() {
    return inFlight.oldestNanos();
  }

  @Override
  public void onSetupTooLong() {
    String doing = stage == null ? "connecting" : stage.activity();
    fail(
        Failure.of(
            Kind.TRANSPORT,
            peer + ": no success within " + settings.setupTimeoutMillis() + " ms, " + doing),
        false);
  }

  @Override
  public void onAnswerTooLong() {
    fail(
        Failure.of(
            Kind.TRANSPORT,
            peer
                + ": no answer to "
                + inFlight.oldest().api()
                + " for "
                + settings.socketTimeoutMillis()
                + " ms, connection given up"),
        false);
  }

  @Override
  public void onIdleTooLong() {
    fail(Failure.of(Kind.TRANSPORT, peer + ": idle connection closed"), true);
  }

  private void write(ByteBuf out, Call call, short version, int id) {
    out.writeInt(0);
    new RequestHeader(call.api().key(), version, id, settings.clientId())
        .write(out, call.api().requestHeaderVersion(version));
    call.write(out, version);
  }

  private ChannelPromise written(Channel open, Call call) {
    if (!call.gathers()) {
      return open.voidPromise();
    }
    return open.newPromise().addListener(done -> onWritten(call, done.isSuccess()));
  }

  /** What was not written is failed with the connection, which is over then. */
  private void onWritten(Call call, boolean whole) {
    if (whole && !call.answered()) {
      inFlight.written();
    }
    call.leftSocket(whole);
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
    onLost("the peer closed the connection");
  }

  /** The peer, or the way to it, is gone: it is no fault of the calls. */
  private void onLost(String how) {
    boolean quiet = inFlight.isEmpty() && !vigil.young();
    boolean unheard = ready && vigil.doubtful();
    List<Call> again = unheard ? inFlight.drained() : List.of();
    fail(Failure.of(Kind.TRANSPORT, peer + ": " + how), quiet || unheard);
    for (Call call : again) {
      if (call.repeatable()) {
        owner.onUnheard(call);
      } else {
        call.failed(Failure.of(Kind.TRANSPORT, peer + ": " + how).under(call.api() + " lost"));
      }
    }
  }

  private void fail(Failure failure, boolean quiet) {
    if (closed) {
      return;
    }
    closed = true;
    reader.stop();
    vigil.stop();
    if (channel != null) {
      ChannelFuture unused = channel.close();
    }
    List<Call> waiting = inFlight.drained();
    owner.onClosed(this, failure, quiet);
    for (Call call : waiting) {
      call.failed(failure.under(call.api() + " lost"));
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
      if (!closed) {
        onLost(message(cause));
      }
    }
  }
}
