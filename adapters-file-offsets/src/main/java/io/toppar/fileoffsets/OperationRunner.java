package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore.Inbox;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs batches of operations on the medium and posts one completion for each. One thread.
 *
 * <p>Stores of one key that wait in the same batch become one write of the last offset: they
 * complete together, in order, by the fate of that write. A load, a delete or a release of that
 * key, a sync or a refusal between them ends the merging, so that nothing overtakes.
 */
final class OperationRunner {

  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);

  private final OffsetMedium medium;
  private final Inbox inbox;
  private Map<OffsetKey, Merged> merged = new LinkedHashMap<>();

  OperationRunner(OffsetMedium medium, Inbox inbox) {
    this.medium = medium;
    this.inbox = inbox;
  }

  void run(List<Operation> batch, long nowNanos) {
    for (Operation operation : batch) {
      if (operation instanceof Operation.Store store) {
        merged.computeIfAbsent(store.key(), key -> new Merged(store.offset())).add(store);
      } else if (operation instanceof Operation.Load load) {
        writeBefore(load.key(), nowNanos);
        answer(load.token(), () -> medium.load(load.key()));
      } else if (operation instanceof Operation.Delete delete) {
        writeBefore(delete.key(), nowNanos);
        answer(delete.token(), () -> medium.delete(delete.key(), nowNanos));
      } else if (operation instanceof Operation.Release release) {
        writeBefore(release.key(), nowNanos);
        answer(release.token(), () -> medium.release(release.key()));
      } else {
        writeMerged(nowNanos);
        answer(operation.token(), () -> saidOfAll(operation));
      }
    }
    writeMerged(nowNanos);
  }

  /** Forces what is due. */
  void forceDue(long nowNanos) {
    guard(() -> medium.onDeadline(nowNanos));
  }

  /** Forces everything and lets go of every key. */
  void close() {
    guard(medium::close);
  }

  private StoreOutcome saidOfAll(Operation operation) {
    if (operation instanceof Operation.Sync) {
      return medium.sync();
    }
    if (operation instanceof Operation.Refused refused) {
      return refused.outcome();
    }
    throw new AssertionError(operation);
  }

  private void writeBefore(OffsetKey key, long nowNanos) {
    if (merged.containsKey(key)) {
      writeMerged(nowNanos);
    }
  }

  private void writeMerged(long nowNanos) {
    if (merged.isEmpty()) {
      return;
    }
    Map<OffsetKey, Merged> stores = merged;
    merged = new LinkedHashMap<>();
    List<Merged> taken = new ArrayList<>();
    stores.forEach(
        (key, each) -> {
          Optional<StoreOutcome> outcome =
              attempt(() -> medium.store(key, each.offset, nowNanos), Optional::of);
          if (outcome.isEmpty()) {
            taken.add(each);
          } else {
            each.tokens.forEach(token -> post(token, outcome.get()));
          }
        });
    if (!taken.isEmpty()) {
      StoreOutcome fate = attempt(() -> medium.flush(nowNanos), failed -> failed);
      taken.forEach(each -> each.tokens.forEach(token -> post(token, fate)));
    }
  }

  private void answer(long token, Supplier<StoreOutcome> work) {
    post(token, attempt(work, failed -> failed));
  }

  /** A fault of our own must not cost the caller its completion, nor the store its thread. */
  private static <T> T attempt(Supplier<T> work, Function<StoreOutcome, T> otherwise) {
    try {
      ignoreInterrupt();
      return work.get();
    } catch (RuntimeException | Error fault) {
      LOG.error("an operation on the offset files ended unexpectedly", fault);
      return otherwise.apply(
          new StoreOutcome.Failed(
              Reason.IO, "unexpected fault in the offset files: " + fault + "; please report it"));
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
    private StoredOffset offset;

    Merged(StoredOffset first) {
      offset = first;
    }

    void add(Operation.Store store) {
      offset = store.offset();
      tokens.add(store.token());
    }
  }
}
