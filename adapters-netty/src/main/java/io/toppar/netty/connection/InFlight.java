package io.toppar.netty.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.toppar.netty.protocol.MalformedMessageException;
import io.toppar.netty.protocol.WireReads;
import io.toppar.ports.BrokerOutcome.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection whose answers are outstanding, in the order they were written, and
 * the reading of those answers. Confined to the event loop.
 *
 * <p>A broker answers in order, so the correlation id is only a check, and a wrong one means that
 * the rest of the stream cannot be trusted. A call that has ended keeps its place: its answer is
 * still to come, and is skipped without being stored (B207).
 */
final class InFlight implements FrameReader.Sink, Call.Place {

  private final ArrayDeque<Sent> sent = new ArrayDeque<>();
  private final String peer;
  private final FramePool frames;
  private final Vigil vigil;
  private final Line line;
  private boolean served;

  InFlight(String peer, FramePool frames, Vigil vigil, Line line) {
    this.peer = peer;
    this.frames = frames;
    this.vigil = vigil;
    this.line = line;
  }

  /** The connection, as its answers see it. */
  interface Line {

    /** Whether the stages are passed. */
    boolean opened();

    /** The peer breaks the protocol. */
    void onMalformed(Failure failure);

    /** The broker wants to be left alone. */
    void onThrottle(int millis);
  }

  /** A request written and not answered. */
  private record Sent(Call call, int correlationId, short version, long sentNanos) {}

  /** A call is being written. */
  void add(Call call, int correlationId, short version) {
    long now = vigil.sending(line.opened());
    sent.add(new Sent(call, correlationId, version, now));
    call.lieIn(this);
  }

  int size() {
    return sent.size();
  }

  boolean isEmpty() {
    return sent.isEmpty();
  }

  /** When the request was written whose answer comes next. */
  long oldestNanos() {
    return sent.getFirst().sentNanos;
  }

  /** The call whose answer comes next. */
  Call oldest() {
    return sent.getFirst().call;
  }

  /** Whether any call beyond the stages has been answered. */
  boolean served() {
    return served;
  }

  /** Throttled time is not the calls' time (B205). */
  void extendDeadlines(long nanos) {
    for (Sent one : sent) {
      one.call.extendDeadline(nanos);
    }
  }

  /** Lets go of everything; the calls that have not ended. */
  List<Call> drained() {
    List<Call> open = new ArrayList<>();
    for (Sent one : sent) {
      if (!one.call.ended()) {
        open.add(one.call);
      }
    }
    sent.clear();
    return open;
  }

  @Override
  public void bytesArrived() {
    vigil.bytesArrived();
  }

  @Override
  public @Nullable Frame frameStarts(int bodyLength, int correlationId) {
    Sent next = sent.peekFirst();
    if (next == null || next.correlationId != correlationId) {
      broken(
          "it answered request "
              + correlationId
              + (next == null
                  ? ", but none is open"
                  : ", but " + next.correlationId + " (" + next.call.api() + ") is next"));
      return null;
    }
    if (next.call.ended()) {
      replied();
      return null;
    }
    return frames.take(bodyLength);
  }

  @Override
  public void frameEnds(Frame frame) {
    Sent answered = replied();
    try {
      if (!answered.call.ended()) {
        read(answered, frame);
      }
    } finally {
      frame.release();
    }
  }

  @Override
  public void broken(String detail) {
    line.onMalformed(Failure.of(Kind.MALFORMED, peer + ": " + detail));
  }

  @Override
  public String whereabouts() {
    return "sent to " + peer + ", no answer yet";
  }

  @Override
  public void forget(Call call) {
    // It keeps its place: its answer is still to come.
  }

  private Sent replied() {
    vigil.replied();
    return sent.removeFirst();
  }

  private void read(Sent answered, Frame frame) {
    ByteBuf body = Unpooled.wrappedBuffer(frame.array(), 0, frame.length());
    int throttleMillis;
    try {
      if (answered.call.api().responseHeaderVersion(answered.version) == 1) {
        WireReads.skipTags(body, "response header");
      }
      served |= line.opened();
      throttleMillis = answered.call.read(frame, body, answered.version);
    } catch (MalformedMessageException | IndexOutOfBoundsException malformed) {
      onUnreadable(answered, malformed.getMessage());
      return;
    } catch (RuntimeException unexpected) {
      onUnreadable(answered, unexpected.toString());
      return;
    }
    if (throttleMillis > 0) {
      line.onThrottle(throttleMillis);
    }
  }

  private void onUnreadable(Sent answered, @Nullable String why) {
    Call call = answered.call;
    String what = "its answer to " + call.api() + " v" + answered.version + " is broken: ";
    Failure failure = Failure.of(Kind.MALFORMED, peer + ": " + what + why);
    line.onMalformed(failure);
    if (!call.ended()) {
      call.failed(failure);
    }
  }
}
