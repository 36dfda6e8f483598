package io.toppar.app.engine;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one client, whichever its kind: the door through which other threads reach the
 * machines behind its duty cycle, which a {@link DutyRunner} calls.
 *
 * <p><b>Threading:</b> every method may be called from any thread and does not block, but for
 * {@link #close}. Futures are completed on the duty thread: whoever hands one to an application
 * moves it to another executor first.
 *
 * <p><b>Ownership:</b> the engine closes the gateway it was given.
 */
public abstract sealed class ClientEngine permits Engine, ProduceEngine {

  private final BrokerGateway gateway;
  private final Clock clock;
  private final DutyRunner runner;
  private final Inbox inbox;
  private final DutyCycle cycle;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile boolean over;

  ClientEngine(int commandLimit, BrokerGateway gateway, Clock clock, DutyRunner runner) {
    this.gateway = gateway;
    this.clock = clock;
    this.runner = runner;
    this.inbox = new Inbox(commandLimit, runner::wake);
    this.cycle = new DutyCycle(inbox, this::machines, runner, clock);
  }

  /** What the duty cycle turns. */
  abstract Machines machines();

  /** Opens the ports beside the gateway, before the duty cycle starts. */
  void openPorts() {}

  /** Ends what the machines do, by the deadline; blocks. Commands are refused already. */
  abstract void endWork(long deadlineNanos);

  /** Closes the ports beside the gateway, by the deadline; the duty cycle has stopped. */
  void closePorts(long deadlineNanos) {}

  /** Answers what nobody will answer any more: the inbox is empty, and the ports are closed. */
  abstract void ended(long deadlineNanos);

  /** Opens the ports and starts the duty cycle; once. */
  public final void open() {
    gateway.open(completion -> leave(now -> machines().onBroker(completion, now)));
    openPorts();
    runner.start(cycle);
  }

  /** Monotonic nanoseconds, by the client's clock. */
  public final long nowNanos() {
    return clock.nanoTime();
  }

  /** Whether the client is closing or closed. */
  public final boolean isClosed() {
    return closing.get();
  }

  /**
   * Refuses to go on if this is the duty thread, where a blocking call would wait for itself.
   *
   * @throws IllegalStateException if it is
   */
  public final void requireMayBlock(String call) {
    if (isHere()) {
      throw new IllegalStateException(
          call + " blocks and was called on the client's own thread; use the callback executor");
    }
  }

  /** Lets the calling thread work, if no other does; see {@link DutyRunner#drive}. */
  public final DutyRunner.Drive drive(long untilNanos) {
    return runner.drive(untilNanos);
  }

  /** Asks a broker about the cluster; null asks for all topics. */
  public final CompletableFuture<ClusterMetadata> cluster(
      @Nullable List<String> topics, long timeoutNanos) {
    CompletableFuture<ClusterMetadata> reply = new CompletableFuture<>();
    long deadline = Deadlines.after(nowNanos(), timeoutNanos);
    return asked(reply, now -> machines().cluster(topics, deadline, reply, now));
  }

  /**
   * Ends the work, closes the ports, and ends. Blocks until done, or about the timeout. A second
   * call waits for the first.
   *
   * <p>An interrupt does not cut it short, for that would cost what is still to be written: the
   * thread finds its flag set when this returns.
   */
  public final void close(Duration timeout) {
    requireMayBlock("close");
    long deadline = Deadlines.after(clock.nanoTime(), Waits.nanos(timeout));
    boolean interrupted = Thread.interrupted();
    try {
      if (!closing.compareAndSet(false, true)) {
        Replies.awaitQuietly(closed, this, deadline);
        return;
      }
      inbox.close();
      endWork(deadline);
      interrupted |= Thread.interrupted();
      runner.stop();
      closePorts(deadline);
      gateway.close(left(deadline));
      cycle.drain();
      over = true;
      ended(deadline);
      closed.complete(null);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the calling thread is the one that does the work now. */
  final boolean isHere() {
    return cycle.isHere();
  }

  /** Whether {@link #close} has come to its end. */
  final boolean isOver() {
    return over;
  }

  final Inbox inbox() {
    return inbox;
  }

  /** Leaves a fact for the duty thread, unless the client has ended. */
  final void post(Inbox.Task fact) {
    if (!over) {
      inbox.post(fact);
    }
  }

  /**
   * Leaves a fact that owns memory: what is left after the end, which a gateway that had no time to
   * close may do, has to give it back all the same.
   */
  final void leave(Inbox.Task fact) {
    inbox.post(fact);
    if (over) {
      drain();
    }
  }

  /** Runs what came after the end; see {@link DutyCycle#drain}. */
  final void drain() {
    cycle.drain();
  }

  /** Leaves a question, whose reply fails at once if it is not taken, and by what it throws. */
  final <T> CompletableFuture<T> asked(CompletableFuture<T> reply, Inbox.Task question) {
    switch (inbox.submit(owing(reply, question))) {
      case ACCEPTED -> {}
      case BACK_PRESSURED ->
          reply.completeExceptionally(
              new EngineException(
                  ErrorCode.LOCAL_IN_PROGRESS,
                  "back-pressure: too many commands wait to be run; try again"));
      case CLOSED ->
          reply.completeExceptionally(
              new EngineException(ErrorCode.LOCAL_DESTROY, "the client was closed"));
    }
    return reply;
  }

  /**
   * A task that owes a reply: should it throw, which is a fault of this program, the reply fails by
   * that rather than never coming.
   */
  static Inbox.Task owing(CompletableFuture<?> reply, Inbox.Task task) {
    return nowNanos -> {
      try {
        task.run(nowNanos);
      } catch (RuntimeException | Error e) {
        reply.completeExceptionally(e);
        throw e;
      }
    };
  }

  /** What is left until a deadline, never negative. */
  final Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanoTime()));
  }
}
