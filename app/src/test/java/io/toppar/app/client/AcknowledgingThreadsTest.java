package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.testing.memory.MemoryOffsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Many threads acknowledge, while another polls, commits and dies: what is committed never passes
 * what they have not finished. The test's own thread is the client's, so that it knows when a
 * commit may happen; the others run as they like.
 */
@NullUnmarked
class AcknowledgingThreadsTest extends ConsumerFixture {

  private static final int WORKERS = 4;
  private static final int RECORDS = 20_000;
  private static final int DEATHS = 12;

  /** How often each record was finished. */
  private final AtomicIntegerArray finished = new AtomicIntegerArray(RECORDS);

  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @Test
  void threadsThatFinishRecordsInAnyOrderLoseNoneWhenTheirProcessDies() throws Exception {
    appendBatches(T0, RECORDS / 50, 50);
    for (int life = 0; life <= DEATHS; life++) {
      SplittableRandom random = new SplittableRandom(life);
      live(random, life == DEATHS ? Integer.MAX_VALUE : random.nextInt(1, 60), life);
      assertThat(failures).as("life %d", life).isEmpty();
    }
    for (int offset = 0; offset < RECORDS; offset++) {
      assertThat(finished.get(offset)).as("offset %d", offset).isPositive();
    }
    assertThat(client.committed(T0)).isEqualTo(RECORDS);
  }

  private void live(SplittableRandom random, int polls, int life) throws InterruptedException {
    MemoryOffsets left = new MemoryOffsets();
    client.offsets.snapshot().forEach(left::put);
    TestSettings settings = new TestSettings().partitionFetchBytes(8_000).unfinishedLimit(2_000);
    client = TestClient.over(cluster, clock, settings, left);
    consumer().assign(List.of(Assignment.stored(T0)));
    ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    try {
      for (int i = 0; i < polls && client.committed(T0) < RECORDS; i++) {
        RecordBatch batch = consumer().poll(SECOND);
        if (batch != null) {
          spread(batch, workers, random);
        }
        if (random.nextInt(3) == 0) {
          consumer().commit(SECOND);
        }
        assertNothingSkipped(life);
      }
    } finally {
      workers.shutdownNow();
      assertThat(workers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Gives the records of a batch to the workers, in parts that overlap in time. */
  private void spread(RecordBatch batch, ExecutorService workers, SplittableRandom random) {
    Acknowledgement done = batch.acknowledgement();
    List<List<Long>> parts = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      parts.add(new ArrayList<>());
    }
    for (long offset : readAndClose(batch)) {
      parts.get(random.nextInt(WORKERS)).add(offset);
    }
    for (List<Long> part : parts) {
      workers.execute(() -> work(part, done));
    }
  }

  private void work(List<Long> offsets, Acknowledgement done) {
    try {
      for (int i = offsets.size() - 1; i >= 0; i--) {
        finished.incrementAndGet(offsets.get(i).intValue());
        done.acknowledge(offsets.get(i));
      }
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }

  /** Commits happen on this thread alone: none while this looks. */
  private void assertNothingSkipped(int life) {
    BitSet unfinished = new BitSet();
    for (int offset = 0; offset < client.committed(T0); offset++) {
      unfinished.set(offset, finished.get(offset) == 0);
    }
    assertThat(unfinished.isEmpty())
        .as("committed %d, unfinished %s, life %d", client.committed(T0), unfinished, life)
        .isTrue();
  }
}
