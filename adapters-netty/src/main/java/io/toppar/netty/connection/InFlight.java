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
 * still to come, and is skipped without being stored (B207). One that is never answered is here
 * until it is written.
 */
final class InFlight implements FrameReader.Sink, Call.Place {

  private final ArrayDeque<Sent> sent = new ArrayDeque<>();

  /** Being written, and never answered. */
  private final ArrayDeque<Sent> unanswered = new ArrayDeque<>();

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
    ArrayDeque<Sent> where = call.answered() ? sent : unanswered;
    where.add(new Sent(call, correlationId, version, now));
    call.lieIn(this);
  }

  /** The oldest call that is never answered has been written whole. */
  void written() {
    vigil.replied();
    unanswered.removeFirst();
  }

  int size() {
    return sent.size() + unanswered.size();
  }

  boolean isEmpty() {
    return sent.isEmpty() && unanswered.isEmpty();
  }

  /** When the request was written that has waited longest. */
  long oldestNanos() {
    return oldestSent().sentNanos;
  }

  /** The call that has waited longest. */
  Call oldest() {
    return oldestSent().call;
  }

  /** Whether any call beyond the stages has been answered. */
  boolean served() {
    return served;
  }

  /** Throttled time is not the calls' time (B205). */
  void extendDeadlines(long nanos) {
    sent.forEach(one -> one.call.extendDeadline(nanos));
    unanswered.forEach(one -> one.call.extendDeadline(nanos));
  }

  /** Lets go of everything; the calls that have not ended. */
  List<Call> drained() {
    sent.addAll(unanswered);
    unanswered.clear();
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

  private Sent oldestSent() {
    Sent toBeAnswered = sent.peekFirst();
    Sent toBeWritten = unanswered.peekFirst();
    if (toBeAnswered == null) {
      return unanswered.getFirst();
    }
    return toBeWritten == null || toBeAnswered.sentNanos - toBeWritten.sentNanos <= 0
        ? toBeAnswered
        : toBeWritten;
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
