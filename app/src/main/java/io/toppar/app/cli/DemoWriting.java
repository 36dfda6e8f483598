package io.toppar.app.cli;

import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ProducerKeys;
import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The first half of the demo: the lines of a file are written to the partitions in turn, the whole
 * file again and again until there are enough. One thread.
 */
final class DemoWriting {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Configuration settings;
  private final String topic;
  private final int partitions;
  private final Path file;
  private long written;

  DemoWriting(String brokers, String topic, int partitions, Path file) {
    this.settings =
        Configuration.builder().set(ClientKeys.BOOTSTRAP_SERVERS, List.of(brokers)).build();
    this.topic = topic;
    this.partitions = partitions;
    this.file = file;
  }

  /**
   * Writes at least so many records, and returns how many when all are acknowledged. Being asked to
   * end fails it.
   */
  long run(long atLeast, Interrupt interrupt) {
    DemoCommand.say(
        "writing the lines of "
            + file
            + " to topic "
            + topic
            + ", "
            + Counted.of(partitions, "partition"));
    DeliveryTally tally = new DeliveryTally();
    try (Producer producer = Clients.producer(settings, tally)) {
      interrupt.onAsked(() -> producer.close(Duration.ZERO));
      while (written < atLeast) {
        writeFile(producer);
      }
      producer.flush(PATIENCE);
    }
    String failure = tally.failure();
    if (failure != null) {
      throw CommandException.failed(failure);
    }
    DemoCommand.say("wrote " + Counted.of(written, "record") + ", each acknowledged");
    return written;
  }

  private void writeFile(Producer producer) {
    long before = written;
    int longest = settings.value(ProducerKeys.MAX_REQUEST_SIZE);
    try (InputStream in = Files.newInputStream(file)) {
      DelimitedPieces lines = new DelimitedPieces(in, new byte[] {'\n'}, longest, file.toString());
      Slice line = new Slice();
      while (lines.next(line)) {
        int partition = (int) (written % partitions);
        producer.send(Message.to(topic, partition).value(line), null);
        written++;
      }
    } catch (IOException e) {
      throw CommandException.failed(file + " cannot be read: " + e.getMessage());
    }
    if (written == before) {
      throw CommandException.usage("demo: '" + file + "' has no lines; give another text file");
    }
  }
}
