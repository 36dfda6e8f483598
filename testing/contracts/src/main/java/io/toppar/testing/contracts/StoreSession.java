package io.toppar.testing.contracts;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An open store with its inbox, asked one question at a time. Safe from any thread.
 *
 * <p>The short methods submit and wait; {@link #store()} and {@link #nextToken()} are there for
 * tests that want many operations in flight.
 */
public final class StoreSession implements AutoCloseable {

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final OffsetStore store;
  private final CompletionInbox inbox = new CompletionInbox();
  private final AtomicLong lastToken = new AtomicLong();

  /** Opens the store. */
  public StoreSession(OffsetStore store) {
    this.store = store;
    store.open(inbox);
  }

  /** Loads and waits. */
  public StoreOutcome load(OffsetKey key) {
    long token = nextToken();
    inbox.submit(() -> store.load(key, token));
    return inbox.await(token);
  }

  /** Stores an offset alone and waits. */
  public StoreOutcome store(OffsetKey key, long offset) {
    return store(key, StoredOffset.of(offset));
  }

  /** Stores and waits. */
  public StoreOutcome store(OffsetKey key, StoredOffset offset) {
    long token = nextToken();
    inbox.submit(() -> store.store(key, offset, token));
    return inbox.await(token);
  }

  /** Syncs and waits. */
  public StoreOutcome sync() {
    long token = nextToken();
    inbox.submit(() -> store.sync(token));
    return inbox.await(token);
  }

  /** Deletes and waits. */
  public StoreOutcome delete(OffsetKey key) {
    long token = nextToken();
    inbox.submit(() -> store.delete(key, token));
    return inbox.await(token);
  }

  /** Lists what is stored for a group and waits. */
  public StoreOutcome list(String group) {
    long token = nextToken();
    inbox.submit(() -> store.list(group, token));
    return inbox.await(token);
  }

  /** Releases and waits. */
  public StoreOutcome release(OffsetKey key) {
    long token = nextToken();
    inbox.submit(() -> store.release(key, token));
    return inbox.await(token);
  }

  /** A token not used before in this session. */
  public long nextToken() {
    return lastToken.incrementAndGet();
  }

  /** The store. */
  public OffsetStore store() {
    return store;
  }

  /** Where its completions go. */
  public CompletionInbox inbox() {
    return inbox;
  }

  @Override
  public void close() {
    store.close(CLOSE_TIMEOUT);
  }
}
