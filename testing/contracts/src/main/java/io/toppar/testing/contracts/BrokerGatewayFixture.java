package io.toppar.testing.contracts;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import java.util.List;
import java.util.Set;

/**
 * The cluster behind a {@link BrokerGateway} under test, and a way to change it behind the
 * gateway's back.
 *
 * <p>A change is over when the method returns: every broker knows of it. Several tests may use one
 * cluster after one another; the contract never uses a topic name twice in one JVM. The optional
 * methods are called only if {@link #abilities} names them.
 */
public interface BrokerGatewayFixture extends AutoCloseable {

  /** What the cluster and its fixture can do. */
  Set<BrokerAbility> abilities();

  /** The clock that the gateways take their time from. */
  Clock clock();

  /** A new gateway, not open yet; the contract closes it. */
  BrokerGateway newGateway();

  /**
   * Lets the gateways work while the contract waits for something: runs what is due, or moves the
   * clock to what is due next.
   *
   * @return false if nobody steers the clock, so that the contract really waits
   */
  default boolean steer() {
    return false;
  }

  /** The node ids of all brokers, at least one. */
  List<Integer> brokerIds();

  /** Creates a topic; its partitions have leaders when this returns. */
  void createTopic(String topic, int partitions);

  /**
   * Appends one batch.
   *
   * @return the offset of its first record
   */
  long append(TopicPartition topicPartition, BatchCodec codec, List<SentRecord> batch);

  /** Creates a topic of one partition whose timestamps are set by the broker. */
  default void createLogAppendTimeTopic(String topic) {
    throw absent(BrokerAbility.LOG_APPEND_TIME);
  }

  /** Creates a compacted topic of one partition, which refuses records without a key. */
  default void createCompactedTopic(String topic) {
    throw absent(BrokerAbility.RECORD_FAULTS);
  }

  /**
   * Creates a topic of one partition with a replica on every broker. Each broker stands in a rack
   * of its own, {@code rack-} and its node id, and leaders send readers to the replica in theirs.
   */
  default void createTopicInRacks(String topic) {
    throw absent(BrokerAbility.NEAR_REPLICAS);
  }

  /** Begins a transaction of a producer of its own. */
  default Transaction begin() {
    throw absent(BrokerAbility.TRANSACTIONS);
  }

  /** Makes another broker the leader. */
  default void moveLeader(TopicPartition topicPartition, int toBroker) {
    throw absent(BrokerAbility.MOVE_LEADER);
  }

  /** Deletes the records before an offset: the log starts there afterwards. */
  default void deleteRecords(TopicPartition topicPartition, long before) {
    throw absent(BrokerAbility.DELETE_RECORDS);
  }

  /** Deletes a topic. */
  default void deleteTopic(String topic) {
    throw absent(BrokerAbility.DELETE_TOPIC);
  }

  /** Takes records out of their batches, as compaction does; emptied batches stay. */
  default void removeRecords(TopicPartition topicPartition, List<Long> offsets) {
    throw absent(BrokerAbility.GAPS);
  }

  /** Cuts the log at an offset, under a new leader epoch, as an unclean election does. */
  default void cutLog(TopicPartition topicPartition, long endOffset) {
    throw absent(BrokerAbility.TRUNCATION);
  }

  /** From now on a broker answers nothing, until {@link #restore}; its connections stay. */
  default void silence(int brokerId) {
    throw absent(BrokerAbility.OUTAGES);
  }

  /** Ends a broker, until {@link #restore}. */
  default void stop(int brokerId) {
    throw absent(BrokerAbility.OUTAGES);
  }

  /** A silent or stopped broker works again. */
  default void restore(int brokerId) {
    throw absent(BrokerAbility.OUTAGES);
  }

  /** A broker forgets every fetch session. */
  default void loseSessions(int brokerId) {
    throw absent(BrokerAbility.LOST_SESSIONS);
  }

  /** Prepares a group that nobody has used: it has a coordinator when this returns. */
  void createGroup(String group);

  /** Has a group coordinated by another broker, which has loaded it when this returns. */
  default void moveCoordinator(String group, int toBroker) {
    throw absent(BrokerAbility.GROUPS);
  }

  /** A live member joins the group, reading this topic; it leaves when closed. */
  default AutoCloseable joinGroup(String group, String topic) {
    throw absent(BrokerAbility.GROUPS);
  }

  /**
   * Buffers that came out of the gateways, or are still in them, and were not released; batches to
   * be sent included.
   */
  default long heldBuffers() {
    throw absent(BrokerAbility.COUNTED_BUFFERS);
  }

  /** Clears away what this fixture made, after the gateways were closed. */
  @Override
  void close();

  /** A transaction that has begun. Confined to the test's thread. */
  interface Transaction {

    /**
     * Appends one batch and waits until it is in the log.
     *
     * @return the offset of its first record
     */
    long append(TopicPartition topicPartition, BatchCodec codec, List<SentRecord> batch);

    /** Commits an offset of a group with the transaction, and waits until that is known. */
    void commitOffset(String group, TopicPartition topicPartition, long offset);

    /** Commits; returns when the markers are in the logs. */
    void commit();

    /** Aborts; returns when the markers are in the logs. */
    void abort();
  }

  private static UnsupportedOperationException absent(BrokerAbility ability) {
    return new UnsupportedOperationException(
        "the fixture names the ability " + ability + " and does not implement it");
  }
}
