package example.memory;

import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.SystemClock;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Clock;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.WrittenBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Writes to a cluster in memory through the whole client; an acknowledgement is lost. */
public final class WriteToMemory {

  private static final TopicPartition WORDS = new TopicPartition("words", 0);
  private static final int MESSAGES = 100;

  private WriteToMemory() {}

  public static void main(String[] args) {
    Clock clock = new SystemClock();
    MemoryCluster cluster = new MemoryCluster(clock, 1);
    cluster.createTopic(WORDS.topic(), 1);
    cluster.inject(new BrokerFault.Disconnect(FaultTarget.next(RequestFamily.PRODUCE)));
    List<CompletableFuture<DeliveryReport>> sent = new ArrayList<>();
    try (Producer producer =
        Toppar.builder()
            .set("bootstrap.servers", "memory:1")
            .install(
                AdaptersModule.of(
                    MemoryBrokerGateway.threaded(cluster, clock), new MemoryOffsetStore(), clock))
            .producer()) {
      Message message = Message.to(WORDS.topic(), WORDS.partition());
      for (int i = 0; i < MESSAGES; i++) {
        sent.add(producer.send(message.value("word " + i)).toCompletableFuture());
      }
    }
    for (int i = 0; i < MESSAGES; i++) {
      DeliveryReport report = sent.get(i).join();
      expect(report.isDelivered() && report.offset() == i, "message " + i + ": " + report);
    }
    int written = 0;
    for (WrittenBatch batch : cluster.batches(WORDS)) {
      written += batch.records().size();
    }
    expect(written == MESSAGES, "each message is written once: " + written);
    expect(cluster.outstandingBatches() == 0, "nothing is held");
    System.out.println("memory ok: wrote " + written);
  }

  private static void expect(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }
}
