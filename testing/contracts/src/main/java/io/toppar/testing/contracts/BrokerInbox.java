package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An inbox that counts what a gateway must not do, and waits for what it must. Any thread.
 *
 * <p>Waiting ends after a minute, or after as many steps as a steered test could ever need, with a
 * failure that names the token.
 */
final class BrokerInbox implements BrokerGateway.Inbox {

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST_STEPS = 100_000;

  private final BrokerGatewayFixture fixture;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition posted = lock.newCondition();
  private final Map<Long, BrokerOutcome> untaken = new LinkedHashMap<>();
  private final List<Long> tokens = new ArrayList<>();
  private final ThreadLocal<Boolean> submitting = ThreadLocal.withInitial(() -> false);
  private final AtomicInteger submitted = new AtomicInteger();
  private int postedFromInside;

  BrokerInbox(BrokerGatewayFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  public void post(BrokerCompletion completion) {
    lock.lock();
    try {
      tokens.add(completion.token());
      untaken.put(completion.token(), completion.outcome());
      if (submitting.get()) {
        postedFromInside++;
      }
      posted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Runs a submission; a completion posted by this thread meanwhile counts as a fault. */
  void submit(Runnable submission) {
    submitted.incrementAndGet();
    submitting.set(true);
    try {
      submission.run();
    } finally {
      submitting.remove();
    }
  }

  BrokerOutcome await(long token) {
    long left = PATIENCE_NANOS;
    for (int step = 0; step < MOST_STEPS && left > 0; step++) {
      BrokerOutcome outcome = take(token);
      if (outcome != null) {
        return outcome;
      }
      if (!fixture.steer()) {
        left = awaitPost(left, () -> untaken.containsKey(token));
      }
    }
    throw new AssertionError("no completion of token " + token + "; completed so far: " + tokens());
  }

  /** Waits until everything submitted was completed. */
  void awaitAll() {
    long left = PATIENCE_NANOS;
    for (int step = 0; step < MOST_STEPS && left > 0 && tokens().size() < submitted.get(); step++) {
      if (!fixture.steer()) {
        left = awaitPost(left, () -> tokens.size() >= submitted.get());
      }
    }
    assertThat(tokens()).as("tokens completed").hasSize(submitted.get()).doesNotHaveDuplicates();
  }

  /** The tokens that were completed, in order. */
  List<Long> tokens() {
    lock.lock();
    try {
      return List.copyOf(tokens);
    } finally {
      lock.unlock();
    }
  }

  /** The outcomes that nobody has taken; they are taken now. */
  List<BrokerOutcome> untaken() {
    lock.lock();
    try {
      List<BrokerOutcome> outcomes = List.copyOf(untaken.values());
      untaken.clear();
      return outcomes;
    } finally {
      lock.unlock();
    }
  }

  /** How many completions were posted from inside a submission. */
  int postedFromInside() {
    lock.lock();
    try {
      return postedFromInside;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable BrokerOutcome take(long token) {
    lock.lock();
    try {
      return untaken.remove(token);
    } finally {
      lock.unlock();
    }
  }

  private long awaitPost(long patienceNanos, BooleanSupplier done) {
    lock.lock();
    try {
      long left = patienceNanos;
      while (!done.getAsBoolean() && left > 0) {
        left = posted.awaitNanos(left);
      }
      return left;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a completion", interrupted);
    } finally {
      lock.unlock();
    }
  }
}
