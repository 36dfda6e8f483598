package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An inbox for tests that keeps every completion in the order of arrival. Safe from any thread.
 *
 * <p>Waiting for an outcome ends after ten seconds with a failure that names the token.
 */
public final class CompletionInbox implements OffsetStore.Inbox {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition posted = lock.newCondition();
  private final List<StoreCompletion> completions = new ArrayList<>();
  private final ThreadLocal<Boolean> submitting = ThreadLocal.withInitial(() -> false);
  private int postedFromInside;

  /** Makes an empty inbox. */
  public CompletionInbox() {}

  @Override
  public void post(StoreCompletion completion) {
    lock.lock();
    try {
      completions.add(completion);
      if (submitting.get()) {
        postedFromInside++;
      }
      posted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Runs a submission; a completion posted by this thread meanwhile counts as a fault. */
  public void submit(Runnable submission) {
    submitting.set(true);
    try {
      submission.run();
    } finally {
      submitting.set(false);
    }
  }

  /** The outcome of a token, waited for. */
  public StoreOutcome await(long token) {
    lock.lock();
    try {
      long left = PATIENCE_NANOS;
      StoreOutcome outcome = outcomeOf(token);
      while (outcome == null) {
        assertThat(left).as("a completion of token %d within ten seconds", token).isPositive();
        left = posted.awaitNanos(left);
        outcome = outcomeOf(token);
      }
      return outcome;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for token " + token, interrupted);
    } finally {
      lock.unlock();
    }
  }

  /** The tokens that were completed, in order. */
  public List<Long> tokens() {
    lock.lock();
    try {
      return completions.stream().map(StoreCompletion::token).toList();
    } finally {
      lock.unlock();
    }
  }

  /** How many completions were posted from inside a submission. */
  public int postedFromInside() {
    lock.lock();
    try {
      return postedFromInside;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable StoreOutcome outcomeOf(long token) {
    for (StoreCompletion completion : completions) {
      if (completion.token() == token) {
        return completion.outcome();
      }
    }
    return null;
  }
}
