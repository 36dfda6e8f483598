package io.toppar.testing.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.StoreFault.Fail;
import io.toppar.testing.memory.StoreFault.Operation;
import io.toppar.testing.memory.StoreFault.Stall;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class MemoryOffsetStoreTest {

  private static final OffsetKey KEY = new OffsetKey(new TopicPartition("t", 0), null);

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final MemoryOffsets offsets = new MemoryOffsets();
  private final List<StoreCompletion> posted = new ArrayList<>();
  private final MemoryOffsetStore store = opened(new MemoryOffsetStore(offsets, tasks::add));

  @Test
  void nothingHappensUntilTheExecutorRuns() {
    store.store(KEY, StoredOffset.of(5), 1);
    assertThat(posted).isEmpty();
    assertThat(offsets.snapshot()).isEmpty();
    runTasks();
    assertThat(posted).containsExactly(new StoreCompletion(1, new Stored()));
    assertThat(offsets.offset(KEY)).isEqualTo(StoredOffset.of(5));
  }

  @Test
  void aFaultHitsTheNextOperationOfItsKindOnce() {
    store.inject(new Fail(Operation.STORE, Reason.IN_USE, "held by 17"));
    store.load(KEY, 1);
    store.store(KEY, StoredOffset.of(5), 2);
    store.store(KEY, StoredOffset.of(6), 3);
    runTasks();
    assertThat(posted)
        .containsExactly(
            new StoreCompletion(1, new Loaded(null, null)),
            new StoreCompletion(2, new Failed(Reason.IN_USE, "held by 17")),
            new StoreCompletion(3, new Stored()));
  }

  @Test
  void everyKindOfOperationCanFail() {
    for (Operation operation : Operation.values()) {
      store.inject(new Fail(operation, Reason.IO, "disk"));
    }
    store.load(KEY, 1);
    store.store(KEY, StoredOffset.of(5), 2);
    store.sync(3);
    store.release(KEY, 4);
    store.delete(KEY, 5);
    runTasks();
    assertThat(posted)
        .extracting(StoreCompletion::outcome)
        .containsOnly((StoreOutcome) new Failed(Reason.IO, "disk"))
        .hasSize(5);
    assertThat(offsets.snapshot()).isEmpty();
  }

  @Test
  void aStallHoldsBackThatOperationAndTheOnesAfterItUntilTold() {
    store.inject(new Stall(Operation.STORE));
    store.load(KEY, 1);
    store.store(KEY, StoredOffset.of(5), 2);
    store.load(KEY, 3);
    runTasks();
    assertThat(posted).extracting(StoreCompletion::token).containsExactly(1L);
    assertThat(offsets.snapshot()).isEmpty();
    assertThat(store.waiting()).isEqualTo(2);
    store.resume();
    runTasks();
    assertThat(posted).extracting(StoreCompletion::token).containsExactly(1L, 2L, 3L);
  }

  @Test
  void closingEndsAStallAndAnswersWhatWaits() {
    store.inject(new Stall(Operation.STORE));
    store.store(KEY, StoredOffset.of(5), 1);
    runTasks();
    store.close(Duration.ZERO);
    assertThat(posted).containsExactly(new StoreCompletion(1, new Stored()));
  }

  @Test
  void anExecutorThatRunsInsideTheCallIsRefused() {
    MemoryOffsetStore direct = opened(new MemoryOffsetStore(offsets, Runnable::run));
    assertThatThrownBy(() -> direct.load(KEY, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("runs them later");
  }

  @Test
  void anOperationBeforeOpenIsAMistakeOfTheCaller() {
    MemoryOffsetStore unopened = new MemoryOffsetStore();
    assertThatThrownBy(() -> unopened.load(KEY, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.open(posted::add)).isInstanceOf(IllegalStateException.class);
  }

  private MemoryOffsetStore opened(MemoryOffsetStore unopened) {
    unopened.open(posted::add);
    return unopened;
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
