package io.toppar.testing.kafka;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A cluster of real Kafka nodes, each a child process, each broker and controller. Any thread may
 * call it. Nodes are numbered from 1. Whatever happens to this JVM, SIGKILL included, nothing is
 * left behind: no process, and no folder unless one was given.
 *
 * <p>Methods that change something return when every live node knows of it (live: running and not
 * frozen), and throw {@link BrokerFailure} if that takes longer than the timeout.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private final NodeSet nodes;
  private final Duration timeout;
  private final Thread onExit;
  private final Admin admin;
  private final Topics topics;

  EmbeddedKafka(NodeSet nodes, Duration timeout, Thread onExit) {
    this.nodes = nodes;
    this.timeout = timeout;
    this.onExit = onExit;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    this.topics = new Topics(admin, nodes, timeout);
  }

  /** Begins to say what the brokers shall be like. */
  public static EmbeddedKafkaBuilder builder() {
    return new EmbeddedKafkaBuilder();
  }

  /** Starts that many nodes on free ports in a temporary folder. */
  public static EmbeddedKafka start(int nodes) {
    return builder().nodes(nodes).start();
  }

  /** {@code HOST:PORT} of every node, separated by commas, whether it runs or not. */
  public String bootstrapServers() {
    return nodes.all().stream().map(NodeLayout::address).collect(Collectors.joining(","));
  }

  /** {@code HOST:PORT} of one node. */
  public String address(int node) {
    return nodes.process(node).layout().address();
  }

  /** The port of one node. */
  public int port(int node) {
    return nodes.process(node).layout().port();
  }

  /** The nodes that run and are not frozen. */
  public List<Integer> liveNodes() {
    return nodes.live().stream().map(NodeLayout::id).toList();
  }

  /** The process of one node, as it is now. */
  public ProcessHandle process(int node) {
    return nodes.process(node).handle();
  }

  /** What one node has logged, over all its restarts. */
  public Path logFile(int node) {
    return nodes.process(node).layout().logFile();
  }

  /** The folder with all nodes' data, properties and logs. */
  public Path folder() {
    return nodes.folder();
  }

  /** Where one node keeps its partitions, a folder for each. */
  public Path dataFolder(int node) {
    return nodes.process(node).layout().folder().resolve("data");
  }

  /**
   * Ends one node by SIGTERM, so that it hands over its leaderships first; by SIGKILL if it takes
   * over 20 seconds.
   */
  public void stop(int node) {
    interruptible(() -> nodes.stop(node));
  }

  /**
   * Ends one node by SIGKILL. The others notice after 6 seconds, by {@code
   * broker.session.timeout.ms}.
   */
  public void kill(int node) {
    interruptible(() -> nodes.kill(node));
  }

  /**
   * SIGSTOP: the node's connections stay open, new ones are accepted by the system, and nothing
   * answers.
   */
  public void freeze(int node) {
    nodes.freeze(node);
  }

  /** SIGCONT: a frozen node goes on. */
  public void thaw(int node) {
    nodes.thaw(node);
  }

  /** Starts one node again, stopping it first if it runs: same ports, same data. */
  public void restart(int node) {
    interruptible(() -> nodes.restart(node));
  }

  /** Creates a topic; {@code config} are topic properties such as {@code segment.bytes}. */
  public void createTopic(
      String topic, int partitions, int replication, Map<String, String> config) {
    topics.create(topic, partitions, replication, config);
  }

  /** Creates a topic with one replica of each partition. */
  public void createTopic(String topic, int partitions) {
    topics.create(topic, partitions, 1, Map.of());
  }

  /** Raises the number of partitions to {@code total}. */
  public void addPartitions(String topic, int total) {
    topics.addPartitions(topic, total);
  }

  /** Deletes a topic. */
  public void deleteTopic(String topic) {
    topics.delete(topic);
  }

  /** Deletes the records before an offset: the log starts there afterwards. -1 is the end. */
  public void deleteRecords(String topic, int partition, long before) {
    topics.deleteRecords(new TopicPartition(topic, partition), before);
  }

  /** Makes a live node the leader, making it a replica in place of another if it is none. */
  public void moveLeader(String topic, int partition, int toNode) {
    topics.moveLeader(topic, partition, toNode);
  }

  /** The live node that every live node names as the leader; waits until there is one. */
  public int leader(String topic, int partition) {
    return topics.leader(topic, partition);
  }

  /** Writes records and waits for them; what the broker answered, in the same order. */
  public List<RecordMetadata> write(
      Iterable<ProducerRecord<byte[], byte[]>> records, WriteOptions options) {
    try (Producer<byte[], byte[]> producer = producer(options)) {
      return RecordWriter.write(producer, records);
    }
  }

  /** Writes values, in one batch if they fit in 1 MiB, without keys. */
  public List<RecordMetadata> write(String topic, int partition, String... values) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String value : values) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      records.add(new ProducerRecord<>(topic, partition, null, bytes));
    }
    return write(records, WriteOptions.defaults());
  }

  /**
   * Writes records in one transaction, and commits or aborts it after they have reached the log.
   */
  public List<RecordMetadata> writeTransaction(
      String transactionalId,
      Iterable<ProducerRecord<byte[], byte[]>> records,
      boolean commit,
      WriteOptions options) {
    try (Producer<byte[], byte[]> producer =
        producer(options.with("transactional.id", transactionalId))) {
      producer.initTransactions();
      producer.beginTransaction();
      List<RecordMetadata> written = RecordWriter.write(producer, records);
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
      return written;
    }
  }

  /**
   * Writes many records fast, round robin over the partitions. A value is the record's number, 8
   * bytes big endian, then letters.
   */
  public void fill(String topic, long records, int valueBytes, WriteOptions options) {
    try (Producer<byte[], byte[]> producer = producer(options)) {
      RecordWriter.fill(
          producer, topic, records, i -> RecordWriter.value(i, valueBytes), sent -> {});
    }
  }

  /** All records of a topic there are now, aborted ones too, by partition and then offset. */
  public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    return read(topic, Map.of());
  }

  /**
   * All records of a topic there are now, with properties of Kafka's consumer such as {@code
   * isolation.level}.
   */
  public List<ConsumerRecord<byte[], byte[]>> read(String topic, Map<String, String> config) {
    try (Consumer<byte[], byte[]> consumer = consumer(config)) {
      return RecordReader.read(consumer, topic, timeout);
    }
  }

  /** Where each partition's log starts. */
  public Map<Integer, Long> beginningOffsets(String topic) {
    try (Consumer<byte[], byte[]> consumer = consumer(Map.of())) {
      return byPartition(consumer.beginningOffsets(RecordReader.partitions(consumer, topic)));
    }
  }

  /** The offset after each partition's last record that all replicas in sync have. */
  public Map<Integer, Long> endOffsets(String topic) {
    try (Consumer<byte[], byte[]> consumer = consumer(Map.of())) {
      return byPartition(consumer.endOffsets(RecordReader.partitions(consumer, topic)));
    }
  }

  /** A producer of Kafka's own; the caller closes it. */
  public Producer<byte[], byte[]> producer(WriteOptions options) {
    return RecordWriter.producer(bootstrapServers(), options);
  }

  /**
   * A consumer of Kafka's own, from the beginning and without automatic commits; the caller closes
   * it.
   */
  public Consumer<byte[], byte[]> consumer(Map<String, String> config) {
    return RecordReader.consumer(bootstrapServers(), config);
  }

  /** Kafka's own admin client for all that has no method here; closed with this. */
  public Admin admin() {
    return admin;
  }

  /** Ends every node and deletes the folder unless one was given. Again has no effect. */
  @Override
  public void close() {
    admin.close(Duration.ZERO);
    nodes.close();
    ClusterStart.forget(onExit);
  }

  /**
   * Completes when every node's process has ended. Each is told by its number when it ends, on a
   * thread of the system's.
   */
  CompletableFuture<Void> onNodeExits(IntConsumer each) {
    return CompletableFuture.allOf(
        nodes.all().stream()
            .map(node -> process(node.id()).onExit().thenRun(() -> each.accept(node.id())))
            .toArray(CompletableFuture[]::new));
  }

  /** How many nodes run, frozen ones included. */
  int runningNodes() {
    return (int) nodes.all().stream().filter(node -> process(node.id()).isAlive()).count();
  }

  private static Map<Integer, Long> byPartition(Map<TopicPartition, Long> offsets) {
    Map<Integer, Long> byPartition = new TreeMap<>();
    offsets.forEach((partition, offset) -> byPartition.put(partition.partition(), offset));
    return byPartition;
  }

  /** Whether {@link #close} has begun, here or because this JVM exits. */
  boolean isClosing() {
    return nodes.isClosing();
  }

  private interface Interruptible {
    void run() throws InterruptedException;
  }

  private static void interruptible(Interruptible action) {
    try {
      action.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("interrupted while waiting for a broker", e);
    }
  }
}
