package example.defaultwiring;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads a real broker with the default adapters and keeps its offset in a file. */
public final class ReadFromBroker {

  private ReadFromBroker() {}

  /** Takes the broker's address, a topic of one partition, and how many records it holds. */
  public static void main(String[] args) throws Exception {
    TopicPartition partition = new TopicPartition(args[1], 0);
    long expected = Long.parseLong(args[2]);
    Path offsets = Files.createTempDirectory("offsets");
    Configuration settings =
        Configuration.of(
            Map.of(
                "bootstrap.servers", args[0],
                "auto.offset.reset", "earliest",
                "offset.store.method", "file",
                "offset.store.path", offsets.toString()));
    long read = 0;
    try (Consumer consumer = Toppar.builder().configuration(settings).consumer()) {
      consumer.assign(List.of(Assignment.stored(partition)));
      while (read < expected) {
        try (RecordBatch batch = consumer.poll(Duration.ofSeconds(20))) {
          if (batch == null) {
            throw new AssertionError("no records within 20 s");
          }
          RecordCursor record = batch.records();
          while (record.next()) {
            read++;
          }
        }
      }
    }
    Path file = offsets.resolve(partition.topic() + "-0.offset");
    String stored = Files.readString(file);
    if (!stored.equals(expected + "\n")) {
      throw new AssertionError("the file holds " + stored + " and not " + expected);
    }
    System.out.println("default ok: " + read + " records, " + file.getFileName() + " holds " + stored.strip());
  }
}
