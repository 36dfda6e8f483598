package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import io.toppar.domain.GroupConfig;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Offsets as Kafka keeps them: committed to the coordinator of a group, and looked up there, by a
 * client that is no member of it (a "simple" group). What Kafka's own tools show is what was
 * stored, leader epoch and metadata included.
 *
 * <p>A key needs a group. Keys are not held: another client that commits for the same group is not
 * noticed, and the last commit counts; only a group with live members is told apart, and refused as
 * {@link StoreOutcome.Reason#IN_USE}. A completed store is what the brokers acknowledged, so that
 * {@link #sync} and {@link #release} have only to wait for what came before them. Brokers forget
 * the offsets of a group some time after its last commit (their {@code offsets.retention.minutes}).
 *
 * <p><b>Threading:</b> any thread; the work is done in turns of the runner. <b>Ownership:</b> the
 * store closes the gateway and stops the runner that it was given: they are its own. What an
 * unreachable coordinator holds up fails at its deadline.
 */
public final class BrokerOffsetStore implements OffsetStore {

  /** So many operations may wait; as many again are taken to be refused. */
  private static final int MOST_WAITING = 200_000;

  private static final String CLOSED = "the offset store is closed; open a new one";
  private static final String TOO_MUCH =
      MOST_WAITING + " operations wait for the coordinator already; wait for some to complete";

  private final BrokerGateway gateway;
  private final Clock clock;
  private final DutyRunner runner;
  private final OffsetDuty duty;

  /** Guards {@link #closing}, so that nothing is submitted behind the end. */
  private final Object gate = new Object();

  private boolean closing;
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile @Nullable Inbox inbox;

  /** A store over this gateway, driven by this runner. */
  public BrokerOffsetStore(
      GroupConfig config,
      RandomGenerator random,
      BrokerGateway gateway,
      Clock clock,
      DutyRunner runner) {
    this.gateway = gateway;
    this.clock = clock;
    this.runner = runner;
    this.duty = new OffsetDuty(config, random, gateway, clock, runner, this::post);
  }

  @Override
  public void open(Inbox openedInbox) {
    inbox = openedInbox;
    gateway.open(duty::onBroker);
    runner.start(duty);
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return true;
  }

  @Override
  public boolean keepsMetadata() {
    return true;
  }

  @Override
  public boolean holdsKeys() {
    return false;
  }

  @Override
  public void load(OffsetKey key, long token) {
    submit(token, () -> duty.load(key, token));
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    submit(token, () -> duty.store(key, offset, token));
  }

  /** A group without members may be gone once its last offset is. */
  @Override
  public void delete(OffsetKey key, long token) {
    submit(token, () -> duty.delete(key, token));
  }

  /**
   * Offsets of topics that are gone are in it; those of topics that this client may not describe
   * are not, for brokers say nothing of them.
   */
  @Override
  public void list(String group, long token) {
    submit(token, () -> duty.list(group, token));
  }

  @Override
  public void sync(long token) {
    submit(token, () -> duty.await(token, new StoreOutcome.Synced()));
  }

  @Override
  public void release(OffsetKey key, long token) {
    submit(token, () -> duty.await(token, new StoreOutcome.Released()));
  }

  @Override
  public void close(Duration timeout) {
    synchronized (gate) {
      if (closing) {
        return;
      }
      closing = true;
    }
    if (inbox == null) {
      return;
    }
    long deadline = Deadlines.after(clock.nanoTime(), Waits.nanos(timeout));
    await(duty.finish(deadline), deadline);
    runner.stop();
    duty.abandon();
    gateway.close(left(deadline));
  }

  private void submit(long token, Runnable operation) {
    int before = waiting.getAndIncrement();
    if (before >= 2 * MOST_WAITING) {
      waiting.decrementAndGet();
      throw new RejectedExecutionException(TOO_MUCH);
    }
    synchronized (gate) {
      if (!closing && before >= MOST_WAITING) {
        duty.await(token, new StoreOutcome.Failed(StoreOutcome.Reason.BUSY, TOO_MUCH));
        return;
      }
      if (!closing) {
        operation.run();
        return;
      }
    }
    StoreOutcome refused = new StoreOutcome.Failed(StoreOutcome.Reason.CLOSED, CLOSED);
    ForkJoinPool.commonPool().execute(() -> post(token, refused));
  }

  private void post(long token, StoreOutcome outcome) {
    Inbox opened = inbox;
    waiting.decrementAndGet();
    if (opened != null) {
      opened.post(new StoreCompletion(token, outcome));
    }
  }

  /** An interrupt does not cut it short, and is there again after it. */
  private void await(CompletableFuture<Void> finished, long deadlineNanos) {
    boolean interrupted = false;
    while (!finished.isDone()) {
      DutyRunner.Drive drive = runner.drive(deadlineNanos);
      if (drive == DutyRunner.Drive.EXHAUSTED) {
        break;
      }
      if (drive == DutyRunner.Drive.ELSEWHERE) {
        try {
          finished.get(left(deadlineNanos).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException | ExecutionException e) {
          break;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanoTime()));
  }
}
