package io.toppar.app.cli;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An offset store opened by a command, which waits for each answer. One thread.
 *
 * <p>A key held by another process is refused; the refusal names that process. {@link #abandon} may
 * come from any thread.
 */
final class StoreSession implements AutoCloseable {

  /** Of so many keys the locks are held at once, each an open file. */
  private static final int HELD_KEYS = 500;

  /** So many operations wait at once, which every store takes. */
  private static final int WAITING_KEYS = 20_000;

  private static final Duration CLOSING = Duration.ofMinutes(10);

  /** Wakes whoever waits. */
  private static final StoreCompletion ABANDONED =
      new StoreCompletion(-1, new StoreOutcome.Synced());

  private final OffsetStore store;
  private final boolean lockEach;
  private final BlockingQueue<StoreCompletion> inbox = new LinkedBlockingQueue<>();
  private long token;
  private volatile boolean abandoned;

  /**
   * Opens a store, which it closes in the end.
   *
   * @param lockEach whether each key held costs a lock of its own, so that not too many are held
   */
  StoreSession(OffsetStore store, boolean lockEach) {
    this.store = store;
    this.lockEach = lockEach;
    store.open(inbox::add);
  }

  boolean keepsLeaderEpoch() {
    return store.keepsLeaderEpoch();
  }

  boolean keepsMetadata() {
    return store.keepsMetadata();
  }

  /** What is stored; of something unusable the warning is told. */
  @Nullable StoredOffset load(OffsetKey key) {
    StoreOutcome.Loaded loaded =
        (StoreOutcome.Loaded) orThrow(answer(sent -> store.load(key, sent)));
    if (loaded.warning() != null) {
      Terminal.tell("% " + loaded.warning());
    }
    return loaded.offset();
  }

  /** Everything that is stored for a group. */
  StoreOutcome.Listed list(String group) {
    return (StoreOutcome.Listed) orThrow(answer(sent -> store.list(group, sent)));
  }

  /** What became of loading each of them. */
  Map<OffsetKey, StoreOutcome> loadAll(List<OffsetKey> keys) {
    List<LongConsumer> loads = new ArrayList<>();
    keys.forEach(key -> loads.add(sent -> store.load(key, sent)));
    List<StoreOutcome> outcomes = answers(loads);
    Map<OffsetKey, StoreOutcome> byKey = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      byKey.put(keys.get(i), outcomes.get(i));
    }
    return byKey;
  }

  /** Deletes all of them, forced to the device; returns the failures by key. */
  Map<OffsetKey, String> delete(List<OffsetKey> keys) {
    Map<OffsetKey, String> failures = new LinkedHashMap<>();
    List<LongConsumer> deletes = new ArrayList<>();
    keys.forEach(key -> deletes.add(sent -> store.delete(key, sent)));
    note(answers(deletes), keys, failures);
    sync();
    return failures;
  }

  /** Stores all of them, forced to the device; returns the failures by key. */
  Map<OffsetKey, String> store(Map<OffsetKey, StoredOffset> offsets) {
    Map<OffsetKey, String> failures = new LinkedHashMap<>();
    List<Map.Entry<OffsetKey, StoredOffset>> waiting = new ArrayList<>();
    for (Map.Entry<OffsetKey, StoredOffset> entry : offsets.entrySet()) {
      waiting.add(entry);
      if (waiting.size() == (lockEach ? HELD_KEYS : WAITING_KEYS)) {
        storeSome(waiting, failures);
        waiting.clear();
      }
    }
    storeSome(waiting, failures);
    sync();
    return failures;
  }

  private void storeSome(
      List<Map.Entry<OffsetKey, StoredOffset>> some, Map<OffsetKey, String> failures) {
    List<LongConsumer> stores = new ArrayList<>();
    some.forEach(each -> stores.add(sent -> store.store(each.getKey(), each.getValue(), sent)));
    List<OffsetKey> keys = some.stream().map(Map.Entry::getKey).toList();
    note(answers(stores), keys, failures);
    if (lockEach) {
      List<LongConsumer> releases = new ArrayList<>();
      some.forEach(each -> releases.add(sent -> store.release(each.getKey(), sent)));
      note(answers(releases), keys, failures);
    }
  }

  private static void note(
      List<StoreOutcome> outcomes, List<OffsetKey> keys, Map<OffsetKey, String> failures) {
    for (int i = 0; i < keys.size(); i++) {
      if (outcomes.get(i) instanceof StoreOutcome.Failed failed) {
        failures.putIfAbsent(keys.get(i), failed.detail());
      }
    }
  }

  private void sync() {
    orThrow(answer(store::sync));
  }

  private StoreOutcome answer(LongConsumer question) {
    return answers(List.of(question)).get(0);
  }

  /** Asks all, so many at a time, and waits for all; the answers in the order of the questions. */
  private List<StoreOutcome> answers(List<LongConsumer> questions) {
    long first = token;
    StoreOutcome[] outcomes = new StoreOutcome[questions.size()];
    try {
      for (int taken = 0; taken < outcomes.length; taken++) {
        while (token - first < Math.min(outcomes.length, taken + WAITING_KEYS)) {
          questions.get((int) (token - first)).accept(token++);
        }
        StoreCompletion completion = inbox.take();
        if (abandoned) {
          throw CommandException.failed("ended while waiting for the offsets");
        }
        outcomes[(int) (completion.token() - first)] = completion.outcome();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted while waiting for the offsets");
    }
    return List.of(outcomes);
  }

  private static StoreOutcome orThrow(StoreOutcome outcome) {
    if (outcome instanceof StoreOutcome.Failed failed) {
      throw CommandException.failed(failed.detail());
    }
    return outcome;
  }

  /** Nobody waits any more: not this session for answers, nor for its end. */
  void abandon() {
    abandoned = true;
    inbox.add(ABANDONED);
  }

  @Override
  public void close() {
    store.close(abandoned ? Duration.ZERO : CLOSING);
  }
}
