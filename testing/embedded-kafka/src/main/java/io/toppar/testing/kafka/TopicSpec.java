package io.toppar.testing.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** A topic as the command line names it: {@code NAME:PARTITIONS[:REPLICATION]}. */
record TopicSpec(String name, int partitions, int replication) {
  private static final int MOST_PARTITIONS = 100_000;

  static TopicSpec[] parse(List<String> texts) throws Arguments.Wrong {
    TopicSpec[] specs = new TopicSpec[texts.size()];
    for (int i = 0; i < specs.length; i++) {
      specs[i] = parse(texts.get(i));
    }
    return specs;
  }

  private static TopicSpec parse(String text) throws Arguments.Wrong {
    List<String> parts = List.of(text.split(":", -1));
    if (parts.size() < 2 || parts.size() > 3 || parts.get(0).isEmpty()) {
      throw new Arguments.Wrong("--topic " + text + ": write NAME:PARTITIONS[:REPLICATION]");
    }
    int partitions = (int) Arguments.parse("--topic " + text, parts.get(1), 1, MOST_PARTITIONS);
    int replication =
        parts.size() < 3 ? 1 : (int) Arguments.parse("--topic " + text, parts.get(2), 1, 15);
    return new TopicSpec(parts.get(0), partitions, replication);
  }

  void createIn(EmbeddedKafka kafka) {
    try {
      if (kafka.admin().listTopics().names().get().contains(name)) {
        return;
      }
    } catch (ExecutionException e) {
      throw new BrokerFailure("cannot list the topics", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("interrupted while listing the topics", e);
    }
    kafka.createTopic(name, partitions, replication, Map.of());
  }
}
