package io.toppar.testing.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;

/**
 * The command that creates a topic and writes the lines of a file to it with Kafka's own producer,
 * round robin over the partitions, the whole file again and again until there are enough records.
 * Progress goes to standard error; the last line on standard output is {@code wrote N records}.
 *
 * <pre>
 * --bootstrap HOST:PORT[,..]  --topic T  --file F     needed
 * --partitions N     1 if not given
 * --at-least N       records; the file once if not given
 * </pre>
 *
 * <p>Exit codes: 1 if the topic or the records cannot be written, 2 for wrong arguments.
 */
public final class TopicWriterMain {
  private static final int PROGRESS_STEPS = 10;
  private static final int MOST_PARTITIONS = 10_000;

  private TopicWriterMain() {}

  /** Runs the command. */
  public static void main(String[] args) {
    int code = 0;
    try {
      run(args);
    } catch (Arguments.Wrong e) {
      System.err.println("writer: " + e.getMessage());
      code = 2;
    } catch (BrokerFailure e) {
      System.err.println("writer: " + e.getMessage());
      code = 1;
    }
    System.exit(code);
  }

  private static void run(String... args) throws Arguments.Wrong {
    Arguments arguments =
        Arguments.of(
            Set.of("--bootstrap", "--topic", "--partitions", "--file", "--at-least"),
            Set.of(),
            args);
    String bootstrap = arguments.required("--bootstrap");
    String topic = arguments.required("--topic");
    int partitions = (int) arguments.number("--partitions", 1, 1, MOST_PARTITIONS);
    long atLeast = arguments.number("--at-least", 1, 1, Long.MAX_VALUE / 2);
    List<byte[]> lines = lines(arguments.required("--file"));
    createTopic(bootstrap, topic, partitions);
    WriteOptions options =
        WriteOptions.defaults().with("linger.ms", "20").batchBytes(64 << 10).with("acks", "1");
    long total = (atLeast + lines.size() - 1) / lines.size() * lines.size();
    try (Producer<byte[], byte[]> producer =
        RecordWriter.producer(bootstrap, options.with("enable.idempotence", "false"))) {
      RecordWriter.fill(
          producer,
          topic,
          total,
          number -> lines.get((int) (number % lines.size())),
          sent -> report(sent, total));
    }
    System.out.printf("wrote %d records%n", total);
  }

  private static void report(long sent, long total) {
    if (sent % Math.max(1, total / PROGRESS_STEPS) == 0) {
      System.err.printf("writer: %,d of %,d%n", sent, total);
    }
  }

  /** The file's lines as they are, without their ends. */
  private static List<byte[]> lines(String file) throws Arguments.Wrong {
    byte[] text;
    try {
      text = Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw new Arguments.Wrong("--file " + file + ": cannot be read: " + e);
    }
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        lines.add(Arrays.copyOfRange(text, start, i));
        start = i + 1;
      }
    }
    if (start < text.length) {
      lines.add(Arrays.copyOfRange(text, start, text.length));
    }
    if (lines.isEmpty()) {
      throw new Arguments.Wrong("--file " + file + ": has no lines, choose another");
    }
    return lines;
  }

  private static void createTopic(String bootstrap, String topic, int partitions) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new BrokerFailure("cannot create topic " + topic + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("interrupted while creating topic " + topic, e);
    }
  }
}
