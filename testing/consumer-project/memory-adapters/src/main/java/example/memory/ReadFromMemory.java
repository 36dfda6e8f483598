package example.memory;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.SystemClock;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.RecordCursor;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads from a cluster in memory through the whole client, with no Netty anywhere. */
public final class ReadFromMemory {

  private static final TopicPartition WORDS = new TopicPartition("words", 0);

  private ReadFromMemory() {}

  public static void main(String[] args) {
    Clock clock = new SystemClock();
    MemoryCluster cluster = new MemoryCluster(clock, 1);
    cluster.createTopic(WORDS.topic(), 1);
    cluster.append(WORDS, MemoryRecord.of("k", "one"), MemoryRecord.of("k", "two"));
    MemoryOffsets offsets = new MemoryOffsets();
    ExecutorService storeThread = Executors.newSingleThreadExecutor();
    try (Consumer consumer =
        Toppar.builder()
            .set("bootstrap.servers", "memory:1")
            .set("auto.offset.reset", "earliest")
            .install(
                AdaptersModule.of(
                    MemoryBrokerGateway.threaded(cluster, clock),
                    new MemoryOffsetStore(offsets, storeThread),
                    clock))
            .consumer()) {
      consumer.assign(List.of(Assignment.stored(WORDS)));
      List<String> values = new ArrayList<>();
      while (values.size() < 2) {
        readBatch(consumer, values);
      }
      expect(values.equals(List.of("one", "two")), "both records are read: " + values);
    } finally {
      storeThread.shutdown();
    }
    var stored = offsets.offset(new OffsetKey(WORDS, null));
    expect(stored != null && stored.offset() == 2, "the offset behind them is stored: " + stored);
    expect(isAbsent("io.netty.channel.EventLoop"), "Netty is not here");
    System.out.println("memory ok: " + stored);
  }

  private static void readBatch(Consumer consumer, List<String> values) {
    try (RecordBatch batch = consumer.poll(Duration.ofSeconds(10))) {
      if (batch == null) {
        throw new AssertionError("no records within 10 s");
      }
      RecordCursor record = batch.records();
      while (record.next()) {
        values.add(record.value() == null ? "null" : record.value().utf8());
      }
    }
  }

  private static boolean isAbsent(String type) {
    try {
      Class.forName(type);
      return false;
    } catch (ClassNotFoundException e) {
      return true;
    }
  }

  private static void expect(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }
}
