package io.toppar.testing.simulation;

import io.toppar.domain.TopicPartition;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.TopicSettings;
import java.util.List;

/**
 * Three brokers in memory, with topics that come, grow and go. What is in their logs is followed by
 * those who read or write. Confined to its simulation's thread.
 */
abstract class Brokers {

  static final int BROKERS = 3;
  static final int PARTITIONS = 7;

  /** Every partition, as a set of bits. */
  static final int ALL = (1 << PARTITIONS) - 1;

  static final int TOPICS = 3;

  /** The topic that grows, and to how many partitions. */
  static final String GROWING = "c";

  /** A topic that will never be there. */
  static final String UNHEARD_OF = "x";

  private static final int GROWN = 2;

  private static final List<TopicPartition> NAMES =
      List.of(
          new TopicPartition("a", 0),
          new TopicPartition("a", 1),
          new TopicPartition("a", 2),
          new TopicPartition("b", 0),
          new TopicPartition("b", 1),
          new TopicPartition(GROWING, 0),
          new TopicPartition(GROWING, 1));

  /** The first partition of each topic. */
  private static final int[] FIRST_OF = {0, 3, 5};

  final ManualClock clock = new ManualClock();
  final MemoryCluster memory = new MemoryCluster(clock, BROKERS);
  private final TopicSettings settings;
  private final boolean[] down = new boolean[BROKERS + 1];
  private final boolean[] deleted = new boolean[TOPICS];
  private int growingCount = 1;

  /** All topics are there, and all brokers run. */
  Brokers(TopicSettings settings) {
    this.settings = settings;
    for (int topic = 0; topic < TOPICS; topic++) {
      create(topic);
    }
  }

  private void create(int topic) {
    switch (topic) {
      case 0 -> memory.createTopic("a", 3, settings.withReplicas(3));
      case 1 -> memory.createTopic("b", 2, settings.withReplicas(2));
      default -> memory.createTopic(GROWING, growingCount, settings.withReplicas(3));
    }
    deleted[topic] = false;
  }

  private static int topic(int partition) {
    return name(partition).topic().charAt(0) - 'a';
  }

  static TopicPartition name(int partition) {
    return NAMES.get(partition);
  }

  static int index(TopicPartition name) {
    return NAMES.indexOf(name);
  }

  static boolean isUnheardOf(String topic) {
    return topic.equals(UNHEARD_OF);
  }

  boolean exists(int partition) {
    TopicPartition name = name(partition);
    boolean made = !name.topic().equals(GROWING) || name.partition() < growingCount;
    return made && !deleted[topic(partition)];
  }

  /** Whether a broker was stopped and has not been started since. */
  boolean isDown(int broker) {
    return down[broker];
  }

  /** The log of a partition that may exist is about to be deleted. */
  abstract void onDelete(int partition);

  /** A broker that lacks the last records of a log becomes its leader. */
  abstract void electUnclean(int partition, int broker, int lost);

  // Steps.

  void moveLeader(int partition, int broker) {
    if (exists(partition) && !down[broker]) {
      memory.moveLeader(name(partition), broker);
    }
  }

  void addPartition() {
    if (growingCount < GROWN && !deleted[TOPICS - 1]) {
      growingCount++;
      memory.addPartitions(GROWING, growingCount);
    }
  }

  void deleteTopic(int topic) {
    if (!deleted[topic]) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        if (topic(partition) == topic) {
          onDelete(partition);
        }
      }
      deleted[topic] = true;
      memory.deleteTopic(name(FIRST_OF[topic]).topic());
    }
  }

  /** The growing topic begins with one partition again: a partition is removed in no other way. */
  void makeTopic(int topic) {
    deleteTopic(topic);
    if (topic == TOPICS - 1) {
      growingCount = 1;
    }
    create(topic);
  }

  void start(int broker) {
    down[broker] = false;
    memory.start(broker);
  }

  void stop(int broker) {
    down[broker] = true;
    memory.stop(broker);
  }

  /** Ends all faults, starts every broker and makes every topic that was deleted. */
  void healBrokers() {
    memory.clearFaults();
    memory.actOnLate();
    for (int broker = 1; broker <= BROKERS; broker++) {
      start(broker);
    }
    for (int topic = 0; topic < TOPICS; topic++) {
      if (deleted[topic]) {
        create(topic);
      }
    }
  }
}
