package io.toppar.app.engine;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The offset store of a client that keeps no offsets: there is never one, and a write fails with
 * advice, so that nothing seems kept that is not.
 *
 * <p>Serves an inbox that takes completions without running them, such as the engine's. Any thread.
 */
public final class NoOffsetStore implements OffsetStore {

  private static final String ADVICE =
      "this client keeps no offsets; set offset.store.method=file or broker to keep them";

  private volatile @Nullable Inbox inbox;

  /** A store that holds nothing. */
  public NoOffsetStore() {}

  @Override
  public void open(Inbox openedInbox) {
    inbox = openedInbox;
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return false;
  }

  @Override
  public boolean keepsMetadata() {
    return false;
  }

  @Override
  public void load(OffsetKey key, long token) {
    post(token, new StoreOutcome.Loaded(null, null));
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    post(token, new StoreOutcome.Failed(StoreOutcome.Reason.BAD_KEY, ADVICE));
  }

  @Override
  public void sync(long token) {
    post(token, new StoreOutcome.Synced());
  }

  @Override
  public void release(OffsetKey key, long token) {
    post(token, new StoreOutcome.Released());
  }

  @Override
  public void close(Duration timeout) {}

  private void post(long token, StoreOutcome outcome) {
    Inbox opened = inbox;
    if (opened != null) {
      opened.post(new StoreCompletion(token, outcome));
    }
  }
}
