package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore.Inbox;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs batches of operations on the folder and posts one completion for each. One thread.
 *
 * <p>Stores of one key that wait in the same batch become one write of the last offset: they
 * complete together, in order, by the fate of that write. A load, a release, a sync or a refusal
 * between them ends the merging, so that nothing overtakes.
 */
final class OperationRunner {

  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);

  private final OffsetFolder folder;
  private final Inbox inbox;
  private final Map<OffsetKey, Merged> merged = new LinkedHashMap<>();

  OperationRunner(OffsetFolder folder, Inbox inbox) {
    this.folder = folder;
    this.inbox = inbox;
  }

  void run(List<Operation> batch, long nowNanos) {
    for (Operation operation : batch) {
      if (operation instanceof Operation.Store store) {
        merged.computeIfAbsent(store.key(), key -> new Merged()).add(store);
      } else if (operation instanceof Operation.Load load) {
        writeMerged(load.key(), nowNanos);
        post(load.token(), attempt(() -> folder.load(load.key())));
      } else if (operation instanceof Operation.Release release) {
        writeMerged(release.key(), nowNanos);
        post(release.token(), attempt(() -> folder.release(release.key())));
      } else {
        writeAllMerged(nowNanos);
        post(operation.token(), answer(operation));
      }
    }
    writeAllMerged(nowNanos);
  }

  /** Forces what is due. */
  void forceDue(long nowNanos) {
    guard(() -> folder.onDeadline(nowNanos));
  }

  /** Forces everything and lets go of every key. */
  void close() {
    guard(folder::close);
  }

  private StoreOutcome answer(Operation operation) {
    if (operation instanceof Operation.Sync) {
      return attempt(folder::sync);
    }
    if (operation instanceof Operation.Refused refused) {
      return refused.outcome();
    }
    throw new AssertionError(operation);
  }

  private void writeAllMerged(long nowNanos) {
    for (OffsetKey key : List.copyOf(merged.keySet())) {
      writeMerged(key, nowNanos);
    }
  }

  private void writeMerged(OffsetKey key, long nowNanos) {
    Merged stores = merged.remove(key);
    if (stores != null) {
      StoreOutcome outcome = attempt(() -> folder.store(key, stores.offset, nowNanos));
      stores.tokens.forEach(token -> post(token, outcome));
    }
  }

  /** A fault of our own must not cost the caller its completion, nor the store its thread. */
  private static StoreOutcome attempt(Supplier<StoreOutcome> work) {
    try {
      ignoreInterrupt();
      return work.get();
    } catch (RuntimeException | Error fault) {
      LOG.error("an operation on the offset files ended unexpectedly", fault);
      return new StoreOutcome.Failed(
          Reason.IO, "unexpected fault in the offset files: " + fault + "; please report it");
    }
  }

  private static void guard(Runnable work) {
    try {
      ignoreInterrupt();
      work.run();
    } catch (RuntimeException | Error fault) {
      LOG.error("forcing the offset files ended unexpectedly", fault);
    }
  }

  /** An inbox may have interrupted this thread, and an interrupted thread's files close. */
  private static void ignoreInterrupt() {
    if (Thread.interrupted()) {
      LOG.debug("an interrupt of the thread of the offset files is ignored");
    }
  }

  private void post(long token, StoreOutcome outcome) {
    try {
      inbox.post(new StoreCompletion(token, outcome));
    } catch (RuntimeException fault) {
      LOG.error("the inbox refused the completion of token {}", token, fault);
    }
  }

  private static final class Merged {

    private final List<Long> tokens = new ArrayList<>();
    private long offset;

    void add(Operation.Store store) {
      offset = store.offset();
      tokens.add(store.token());
    }
  }
}
