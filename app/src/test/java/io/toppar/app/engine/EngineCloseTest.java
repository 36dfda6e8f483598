package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Closing from a thread that does not do the engine's work itself. */
@NullUnmarked
class EngineCloseTest {

  private static final TopicPartition T0 = new TopicPartition("t", 0);

  /** Works only when the test says so; no turn is made once it is stopped. */
  private static final class TestRunner implements DutyRunner {
    private Duty duty;
    private boolean stopped;

    @Override
    public synchronized void start(Duty started) {
      duty = started;
    }

    @Override
    public void wake() {}

    @Override
    public void runAt(long deadlineNanos) {}

    @Override
    public synchronized void stop() {
      stopped = true;
    }

    synchronized void turn() {
      if (!stopped) {
        duty.doWork();
      }
    }
  }

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
  private final MemoryOffsets offsets = new MemoryOffsets();
  private final ConcurrentLinkedQueue<Runnable> storeTasks = new ConcurrentLinkedQueue<>();
  private final TestRunner runner = new TestRunner();

  private void work() {
    runner.turn();
    Runnable task = storeTasks.poll();
    if (task != null) {
      task.run();
    }
    gateway.runDue();
  }

  private RecordBatch firstBatch(Consumer consumer) {
    RecordBatch batch = consumer.poll(Duration.ZERO);
    while (batch == null) {
      work();
      batch = consumer.poll(Duration.ZERO);
    }
    return batch;
  }

  @Test
  void anInterruptedThreadThatClosesStillGetsItsLastCommits() throws InterruptedException {
    ClientSettings settings = new TestSettings().build();
    MemoryOffsetStore store = new MemoryOffsetStore(offsets, storeTasks::add);
    Engine engine = new Engine(settings, gateway, store, clock, runner);
    engine.open();
    Consumer consumer = new EngineConsumer(engine, settings, Runnable::run);
    cluster.createTopic(T0.topic(), 1);
    cluster.append(T0, Collections.nCopies(10, MemoryRecord.of("v")));
    consumer.assign(List.of(Assignment.stored(T0)));
    try (RecordBatch batch = firstBatch(consumer)) {
      batch.forEach(record -> {});
    }

    AtomicBoolean flag = new AtomicBoolean();
    Thread closer =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              consumer.close(Duration.ofSeconds(60));
              flag.set(Thread.currentThread().isInterrupted());
            });
    closer.start();
    while (closer.isAlive()) {
      if (closer.getState() == Thread.State.TIMED_WAITING) {
        work();
      }
      Thread.onSpinWait();
    }
    closer.join();

    StoredOffset stored = offsets.offset(new OffsetKey(T0, TestClient.GROUP));
    assertThat(stored).isNotNull();
    assertThat(stored.offset()).isEqualTo(10);
    assertThat(flag).isTrue();
  }
}
