package io.toppar.app.engine;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations of the offset store in flight. The duty thread only.
 *
 * <p>A store owes every operation one completion. One that throws instead has failed the operation,
 * and its asker hears so a turn later, as of any other failure.
 */
final class StoreCalls {

  private static final Logger LOG = LoggerFactory.getLogger(StoreCalls.class);

  private final OffsetStore store;
  private final @Nullable String group;
  private final TimingWheel wheel;
  private final Map<Long, Answer> open = new HashMap<>();
  private long nextToken = 1;

  /** Takes what became of an operation. */
  interface Answer {
    void accept(StoreOutcome outcome, long nowNanos);
  }

  /** An operation, given the token that its completion will carry. */
  private interface Operation {
    void submit(long token);
  }

  StoreCalls(OffsetStore store, @Nullable String group, TimingWheel wheel) {
    this.store = store;
    this.group = group;
    this.wheel = wheel;
  }

  void load(TopicPartition partition, Answer answer) {
    submit("load", partition, answer, token -> store.load(key(partition), token));
  }

  void store(TopicPartition partition, StoredOffset offset, Answer answer) {
    submit("store", partition, answer, token -> store.store(key(partition), offset, token));
  }

  /** Lets go of a partition that is no longer assigned, so that another process may have it. */
  void letGo(TopicPartition partition, Answer answer) {
    submit("release", partition, answer, token -> store.release(key(partition), token));
  }

  void complete(StoreCompletion completion, long nowNanos) {
    Answer answer = open.remove(completion.token());
    if (answer != null) {
      answer.accept(completion.outcome(), nowNanos);
    }
  }

  private OffsetKey key(TopicPartition partition) {
    return new OffsetKey(partition, group);
  }

  private void submit(String name, TopicPartition partition, Answer answer, Operation operation) {
    long token = nextToken++;
    open.put(token, answer);
    try {
      operation.submit(token);
    } catch (RuntimeException e) {
      LOG.error("the offset store threw at a {} of {}", name, partition, e);
      String detail = "the offset store threw at a " + name + " of " + partition + ": " + e;
      wheel.armNow(new Refusal(token, detail));
    }
  }

  /** The answer to an operation that never began. */
  private final class Refusal extends Alarm {

    private final long token;
    private final String detail;

    Refusal(long token, String detail) {
      this.token = token;
      this.detail = detail;
    }

    @Override
    void ring(long nowNanos) {
      StoreOutcome failed = new StoreOutcome.Failed(StoreOutcome.Reason.IO, detail);
      complete(new StoreCompletion(token, failed), nowNanos);
    }
  }
}
