package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Acknowledgement;
import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.Record;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.rig.TestClient;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The worker threads of docs/positions.md, as they stand there. */
@NullUnmarked
class PositionsGuideTest {

  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private final ExecutorService workers = Executors.newFixedThreadPool(3);

  private void handle(Record record) {
    Slice value = record.value();
    handled.add(value == null ? "" : value.utf8());
  }

  private void pass(Consumer consumer) {
    // docs: workers
    try (RecordBatch batch = consumer.poll(Duration.ofSeconds(1))) {
      Acknowledgement done = batch.acknowledgement();
      for (Record record : batch) {
        Record own = record.copy(); // outlives the batch
        workers.execute(
            () -> {
              handle(own);
              done.acknowledge(own.offset());
            });
      }
    }
    // docs: end
  }

  @Test
  void whatTheWorkersHaveFinishedIsStored() throws Exception {
    ManualClock clock = new ManualClock();
    MemoryCluster cluster = new MemoryCluster(clock, 1);
    cluster.createTopic("t", 1);
    TopicPartition name = new TopicPartition("t", 0);
    cluster.append(name, MemoryRecord.of("a"), MemoryRecord.of("b"), MemoryRecord.of("c"));
    TestClient client = TestClient.over(cluster, clock);
    client.consumer.assign(List.of(Assignment.beginning(name)));

    pass(client.consumer);
    workers.shutdown();
    assertThat(workers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    client.settle();

    assertThat(handled).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(client.consumer.storedPosition(name)).hasValue(3);
  }

  @Test
  void theGuideShowsTheseWorkers() throws IOException {
    new Guide("positions.md", getClass()).assertShows("workers");
  }
}
