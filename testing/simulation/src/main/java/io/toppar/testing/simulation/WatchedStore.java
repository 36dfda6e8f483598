package io.toppar.testing.simulation;

import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The offset store as the client sees it: every operation ends once, and as what it was. Confined
 * to its simulation's thread.
 */
final class WatchedStore implements OffsetStore {

  private static final int NO_PLACE = -1;

  /** Hears of offsets. */
  interface Listener {

    /** A position is to be stored. */
    void storing(TopicPartition name, long offset);

    /** A position was looked up. */
    void loaded(TopicPartition name, StoreOutcome.Loaded loaded);

    /** It could not be. */
    void loadFailed(TopicPartition name, StoreOutcome.Failed failed);
  }

  /**
   * An operation that has not ended.
   *
   * @param place of a position among those of its partition
   */
  private record Operation(@Nullable TopicPartition name, int place, long beganNanos) {}

  private final OffsetStore store;
  private final Commits commits;
  private final Cluster cluster;
  private final Listener listener;
  private final Map<Long, Operation> open = new LinkedHashMap<>();

  /** What came behind the close: it is refused, by any thread, and nobody waits for that. */
  private final Set<Long> tooLate = ConcurrentHashMap.newKeySet();

  private boolean closed;

  WatchedStore(OffsetStore store, Commits commits, Cluster cluster, Listener listener) {
    this.store = store;
    this.commits = commits;
    this.cluster = cluster;
    this.listener = listener;
  }

  /** Operations that have not ended. */
  int open() {
    return open.size();
  }

  /** To be called when there is nothing to do: nothing may be open for longer than this. */
  void requireNothingOlder(Duration age) {
    for (Operation operation : open.values()) {
      long late =
          cluster.clock.nanoTime()
              - Deadlines.after(operation.beganNanos, age.toNanos())
              - Duration.ofMillis(50).toNanos();
      Violation.require(
          late < 0 || operation.name == null,
          Kind.DEADLINE,
          operation + " is open, over its time by " + late + " ns");
    }
  }

  @Override
  public void open(Inbox inbox) {
    store.open(
        completion -> {
          note(completion);
          inbox.post(completion);
        });
  }

  private void note(StoreCompletion completion) {
    if (tooLate.remove(completion.token())) {
      return;
    }
    Operation operation = open.remove(completion.token());
    if (operation == null) {
      throw new Violation(Kind.BROKEN, completion + " ends what is not open");
    }
    TopicPartition name = operation.name;
    StoreOutcome outcome = completion.outcome();
    if (name == null) {
      return;
    }
    if (outcome instanceof StoreOutcome.Stored) {
      commits.stored(name, operation.place);
    } else if (outcome instanceof StoreOutcome.Loaded loaded) {
      StoredOffset offset = loaded.offset();
      commits.loaded(completion.token(), name, offset == null ? -1 : offset.offset());
      listener.loaded(name, loaded);
    } else if (outcome instanceof StoreOutcome.Failed failed && operation.place == NO_PLACE) {
      listener.loadFailed(name, failed);
    }
  }

  private void begin(long token, @Nullable TopicPartition name, int place) {
    Operation operation = new Operation(name, place, cluster.clock.nanoTime());
    if (closed) {
      tooLate.add(token);
    } else if (open.put(token, operation) != null) {
      throw new Violation(Kind.BROKEN, "token " + token + " is used twice");
    }
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return store.keepsLeaderEpoch();
  }

  @Override
  public boolean keepsMetadata() {
    return store.keepsMetadata();
  }

  @Override
  public boolean holdsKeys() {
    return store.holdsKeys();
  }

  @Override
  public void load(OffsetKey key, long token) {
    begin(token, key.topicPartition(), NO_PLACE);
    commits.loading(token, key.topicPartition());
    store.load(key, token);
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    listener.storing(key.topicPartition(), offset.offset());
    begin(token, key.topicPartition(), commits.storing(key.topicPartition(), offset.offset()));
    store.store(key, offset, token);
  }

  @Override
  public void sync(long token) {
    begin(token, null, NO_PLACE);
    store.sync(token);
  }

  @Override
  public void release(OffsetKey key, long token) {
    begin(token, null, NO_PLACE);
    store.release(key, token);
  }

  @Override
  public void close(Duration timeout) {
    store.close(timeout);
    closed = true;
  }
}
