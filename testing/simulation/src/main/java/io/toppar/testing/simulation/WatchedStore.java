package io.toppar.testing.simulation;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;

/** The offset store as the client sees it. Confined to its simulation's thread. */
final class WatchedStore implements OffsetStore {

  private final OffsetStore store;
  private final ObjLongConsumer<TopicPartition> onCommit;
  private final BiConsumer<TopicPartition, StoreOutcome.Loaded> onLoaded;
  private final Map<Long, TopicPartition> loads = new HashMap<>();

  /**
   * Watches a store.
   *
   * @param onCommit hears what is to be stored
   * @param onLoaded hears what was loaded
   */
  WatchedStore(
      OffsetStore store,
      ObjLongConsumer<TopicPartition> onCommit,
      BiConsumer<TopicPartition, StoreOutcome.Loaded> onLoaded) {
    this.store = store;
    this.onCommit = onCommit;
    this.onLoaded = onLoaded;
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
    TopicPartition name = loads.remove(completion.token());
    if (name != null && completion.outcome() instanceof StoreOutcome.Loaded loaded) {
      onLoaded.accept(name, loaded);
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
  public void load(OffsetKey key, long token) {
    loads.put(token, key.topicPartition());
    store.load(key, token);
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    onCommit.accept(key.topicPartition(), offset.offset());
    store.store(key, offset, token);
  }

  @Override
  public void sync(long token) {
    store.sync(token);
  }

  @Override
  public void release(OffsetKey key, long token) {
    store.release(key, token);
  }

  @Override
  public void close(Duration timeout) {
    store.close(timeout);
  }
}
