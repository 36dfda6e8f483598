package io.toppar.testing.contracts;

import io.toppar.domain.TopicPartition;
import java.util.ArrayList;
import java.util.List;

/** What the promises of a gateway are tested with. */
interface GatewayPromises {

  BrokerGatewayFixture fixture();

  /** A new gateway, opened. */
  GatewayProbe newProbe();

  /** A new gateway, opened, to produce with; skips the test if the fixture's do not write. */
  ProducerProbe newProducer();

  /** Creates a topic of a name not used before; its partition 0. */
  TopicPartition newTopic(int partitions);

  /** A topic name not used before. */
  String newTopicName();

  /** A group of a name not used before, which has a coordinator. */
  String newGroup();

  /** Skips the test if the fixture does not offer this. */
  void needs(BrokerAbility ability);

  /** Appends one batch of values, their timestamps a second apart, the first ten minutes ago. */
  default long append(TopicPartition topicPartition, String... values) {
    return fixture().append(topicPartition, BatchCodec.NONE, records(values));
  }

  /** Records of these values, their timestamps a second apart, the first ten minutes ago. */
  default List<SentRecord> records(String... values) {
    List<SentRecord> records = new ArrayList<>();
    long timestamp = tenMinutesAgo();
    for (String value : values) {
      records.add(SentRecord.of(timestamp, value));
      timestamp += 1000;
    }
    return records;
  }

  /** A wall-clock time that no retention touches. */
  default long tenMinutesAgo() {
    return fixture().clock().currentTimeMillis() - 600_000;
  }

  /** A broker that does not lead a partition. */
  default int otherBroker(int leader) {
    return fixture().brokerIds().stream()
        .filter(id -> id != leader)
        .findFirst()
        .orElseThrow(() -> new AssertionError("the fixture has but one broker"));
  }

  /** Another partition of the same topic. */
  static TopicPartition sibling(TopicPartition topicPartition, int partition) {
    return new TopicPartition(topicPartition.topic(), partition);
  }
}
