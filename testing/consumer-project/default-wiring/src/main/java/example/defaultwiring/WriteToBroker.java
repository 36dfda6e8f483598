package example.defaultwiring;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Writes to a real broker with the default adapters, and reads what it wrote. */
public final class WriteToBroker {

  private static final int MESSAGES = 100;

  private WriteToBroker() {}

  /** Takes the broker's address and a topic of one partition, which nobody writes to meanwhile. */
  public static void main(String[] args) {
    TopicPartition partition = new TopicPartition(args[1], 0);
    Configuration settings = Configuration.of(Map.of("bootstrap.servers", args[0]));
    long first = write(settings, partition);
    List<String> read = read(settings, partition, first);
    for (int i = 0; i < MESSAGES; i++) {
      expect(read.get(i).equals("key " + i + "=word " + i), "message " + i + " is " + read.get(i));
    }
    System.out.println("default ok: wrote " + MESSAGES + " and read them");
  }

  /** Returns the offset of the first message. */
  private static long write(Configuration settings, TopicPartition partition) {
    List<CompletableFuture<DeliveryReport>> sent = new ArrayList<>();
    try (Producer producer =
        Toppar.builder().configuration(settings).set("compression.type", "gzip").producer()) {
      Message message = Message.to(partition.topic());
      for (int i = 0; i < MESSAGES; i++) {
        sent.add(producer.send(message.key("key " + i).value("word " + i)).toCompletableFuture());
      }
    }
    long first = sent.get(0).join().offset();
    for (int i = 0; i < MESSAGES; i++) {
      DeliveryReport report = sent.get(i).join();
      expect(report.isDelivered() && report.offset() == first + i, "message " + i + ": " + report);
    }
    return first;
  }

  private static List<String> read(Configuration settings, TopicPartition partition, long first) {
    List<String> read = new ArrayList<>();
    try (Consumer consumer = Toppar.builder().configuration(settings).consumer()) {
      consumer.assign(List.of(Assignment.at(partition, first)));
      while (read.size() < MESSAGES) {
        try (RecordBatch batch = consumer.poll(Duration.ofSeconds(20))) {
          if (batch == null) {
            throw new AssertionError("no records within 20 s");
          }
          RecordCursor record = batch.records();
          while (record.next()) {
            read.add(record.key().utf8() + "=" + record.value().utf8());
          }
        }
      }
    }
    return read;
  }

  private static void expect(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }
}
