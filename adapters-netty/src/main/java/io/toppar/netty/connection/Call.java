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

  /** Appends the body. */
  public abstract void write(ByteBuf out, short version);

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
