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

/** The operations of the offset store in flight. The duty thread only. */
final class StoreCalls {

  private final OffsetStore store;
  private final @Nullable String group;
  private final Map<Long, Answer> open = new HashMap<>();
  private long nextToken = 1;

  /** Takes what became of an operation. */
  interface Answer {
    void accept(StoreOutcome outcome, long nowNanos);
  }

  StoreCalls(OffsetStore store, @Nullable String group) {
    this.store = store;
    this.group = group;
  }

  void load(TopicPartition partition, Answer answer) {
    store.load(key(partition), opened(answer));
  }

  void store(TopicPartition partition, StoredOffset offset, Answer answer) {
    store.store(key(partition), offset, opened(answer));
  }

  /** Lets go of a partition that is no longer assigned, so that another process may have it. */
  void letGo(TopicPartition partition, Answer answer) {
    store.release(key(partition), opened(answer));
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

  private long opened(Answer answer) {
    long token = nextToken++;
    open.put(token, answer);
    return token;
  }
}
