package io.toppar.netty.connection;

import io.netty.buffer.ByteBuf;
import io.toppar.netty.protocol.Api;
import io.toppar.ports.BrokerGateway;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way, from submission to its one end. Confined to the event loop.
 *
 * <p>It knows how to write itself at a version and how to read the reply, nothing of where it
 * travels. It ends once: by a reply read, a failure, or its deadline, after which it may still lie
 * in a connection as the one whose answer is outstanding.
 */
public abstract class Call {

  private final Api api;
  private long deadlineNanos;
  private long throttledLeftNanos = BrokerGateway.MAX_THROTTLED.toNanos();
  private boolean ended;
  private @Nullable Place place;

  /** Makes a call that has gone nowhere yet. */
  protected Call(Api api, long deadlineNanos) {
    this.api = api;
    this.deadlineNanos = deadlineNanos;
  }

  /** Where a call lies at the moment. */
  public interface Place {

    /** Where that is and what it waits for, for the detail of a time-out. */
    String whereabouts();

    /** The call has ended without this place: let go of it. */
    void forget(Call call);
  }

  /** The call's key and versions. */
  public final Api api() {
    return api;
  }

  /** Monotonic nanoseconds by which it ends. */
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  /** Throttled time is not the request's time (B205), as far as the port allows. */
  public final void extendDeadline(long nanos) {
    long granted = Math.min(nanos, throttledLeftNanos);
    throttledLeftNanos -= granted;
    deadlineNanos += granted;
  }

  /** Whether it is over. */
  public final boolean ended() {
    return ended;
  }

  /** Marks it as over; the place it lies in lets go of it. */
  protected final void end() {
    ended = true;
    if (place != null) {
      place.forget(this);
      place = null;
    }
  }

  /** Where it lies, or null. */
  public final @Nullable Place place() {
    return place;
  }

  /** Moves it. */
  public final void lieIn(@Nullable Place where) {
    place = where;
  }

  /** The oldest version that can carry this request. */
  public int lowestVersion() {
    return api.floor();
  }

  /** The newest version that may carry this request. */
  public int highestVersion() {
    return api.ceiling();
  }

  /** Whether the peer answers it; else it is over once it is written. */
  public boolean answered() {
    return true;
  }

  /**
   * Whether it may be sent once more when it has most likely gone nowhere (B195), which is never
   * certain.
   */
  public boolean repeatable() {
    return true;
  }

  /** Appends the body, without what is {@linkplain #gathered gathered}. */
  public abstract void write(ByteBuf out, short version);

  /** Whether bytes that lie elsewhere are sent with it. */
  public boolean gathers() {
    return false;
  }

  /**
   * Puts the bytes that lie elsewhere into what was written, for a call that gathers; called once
   * after each {@link #write}, right before it goes to the socket. One {@link #leftSocket} follows.
   *
   * @param written header and body, taken over
   * @return all that is sent, the caller's
   */
  public ByteBuf gathered(ByteBuf written) {
    return written;
  }

  /**
   * The socket has its bytes, or never will: what they lay in is the call's own again. Only for a
   * call that gathers.
   *
   * @param whole whether the socket has all of them
   */
  public void leftSocket(boolean whole) {}

  /**
   * Reads the reply and ends the call.
   *
   * @param frame the memory behind {@code body}, borrowed: retain what outlives this method
   * @param body the reply behind its header
   * @return milliseconds the broker wants to be left alone, 0 for none
   * @throws RuntimeException if the bytes are no such reply
   */
  public abstract int read(Frame frame, ByteBuf body, short version);

  /** It will not be answered; ends the call, or sends it another way. */
  public abstract void failed(Failure failure);
}
