package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Clock;
import io.toppar.ports.StoredOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster in memory: brokers, topics with ids, partitions with leaders, epochs and logs,
 * producers, transactions, and faults as data. Safe from any thread.
 *
 * <p>It never acts by itself and makes no use of chance: the same calls give the same answers. What
 * is appended is replicated at once, but for followers that are held back. Time is only read to
 * stamp records. A change is over when its method returns, and every open request hears of it;
 * clients come in by a {@link MemoryBrokerGateway} each.
 *
 * <p>Brokers are numbered from 1; partitions are spread over them round robin.
 */
public final class MemoryCluster {

  private final ClusterState state;
  private final ClusterDesk desk;

  /** So many brokers, without topics. */
  public MemoryCluster(Clock clock, int brokers) {
    this.state = new ClusterState(brokers);
    this.desk = new ClusterDesk(state, clock);
  }

  /** The node ids of all brokers, whether they run or not. */
  public synchronized List<Integer> brokerIds() {
    List<Integer> ids = new ArrayList<>();
    state.brokers().forEach(broker -> ids.add(broker.id()));
    return List.copyOf(ids);
  }

  /** Creates a topic with one replica of each partition; its id. */
  public TopicId createTopic(String topic, int partitions) {
    return createTopic(topic, partitions, TopicSettings.DEFAULTS);
  }

  /** Creates a topic; its id. */
  public synchronized TopicId createTopic(String topic, int partitions, TopicSettings settings) {
    TopicId id = state.create(topic, partitions, settings).id();
    changed();
    return id;
  }

  /** Raises the number of partitions to {@code total}. */
  public synchronized void addPartitions(String topic, int total) {
    state.grow(state.existingTopic(topic), total);
    changed();
  }

  /** Deletes a topic and its records. */
  public synchronized void deleteTopic(String topic) {
    state.delete(topic);
    changed();
  }

  /** Deletes a topic and makes it again, empty, with as many partitions; its new id. */
  public synchronized TopicId recreateTopic(String topic) {
    MemoryTopic old = state.existingTopic(topic);
    state.delete(topic);
    return createTopic(topic, old.partitions().size(), old.settings());
  }

  /** Topics asked for that do not exist are made with so many partitions; 0, as at first: not. */
  public synchronized void autoCreateTopics(int partitions) {
    desk.metadata().autoCreate(partitions);
  }

  /** Appends one batch; the offset of its first record. */
  public long append(TopicPartition topicPartition, MemoryRecord... batch) {
    return append(topicPartition, List.of(batch));
  }

  /** Appends one batch; the offset of its first record. */
  public synchronized long append(TopicPartition topicPartition, List<MemoryRecord> batch) {
    long offset = desk.append(topicPartition, batch, null);
    changed();
    return offset;
  }

  /** The batches of a log, in order: what producers have sent as it arrived. */
  public List<WrittenBatch> batches(TopicPartition topicPartition) {
    return batches(topicPartition, 0);
  }

  /** The same, of those that end at or behind an offset. */
  public synchronized List<WrittenBatch> batches(TopicPartition topicPartition, long fromOffset) {
    return state.existingPartition(topicPartition).log().written(fromOffset);
  }

  /** Begins a transaction of a producer of its own. */
  public MemoryTransaction begin() {
    return new MemoryTransaction(this);
  }

  /** The leader's node id, or -1 for none. */
  public synchronized int leader(TopicPartition topicPartition) {
    return state.existingPartition(topicPartition).leaderId();
  }

  /** The epoch of the leader. */
  public synchronized int leaderEpoch(TopicPartition topicPartition) {
    return state.existingPartition(topicPartition).leaderEpoch();
  }

  /** Where the log starts. */
  public synchronized long logStart(TopicPartition topicPartition) {
    return state.existingPartition(topicPartition).log().start();
  }

  /** The high watermark, which is the end of the log. */
  public synchronized long highWatermark(TopicPartition topicPartition) {
    return state.existingPartition(topicPartition).log().end();
  }

  /** The last stable offset. */
  public synchronized long lastStableOffset(TopicPartition topicPartition) {
    return state.existingPartition(topicPartition).log().lastStableOffset();
  }

  /** Makes a running broker the leader under the next epoch, as a replica in place of one. */
  public synchronized void moveLeader(TopicPartition topicPartition, int toBroker) {
    desk.moveLeader(state.existingPartition(topicPartition), toBroker);
    changed();
  }

  /**
   * Elects a leader that has only a part of the log: what is at {@code endOffset} or behind it is
   * lost, and the next epoch begins there.
   */
  public synchronized void electUnclean(
      TopicPartition topicPartition, int toBroker, long endOffset) {
    MemoryPartition partition = state.existingPartition(topicPartition);
    partition.log().cutAt(endOffset);
    desk.moveLeader(partition, toBroker);
    changed();
  }

  /** Deletes the records before an offset: the log starts there. */
  public synchronized void deleteRecords(TopicPartition topicPartition, long before) {
    state.existingPartition(topicPartition).log().startAt(before);
    changed();
  }

  /** The log forgets its producers, as when they have long been silent: any sequence is taken. */
  public synchronized void forgetProducers(TopicPartition topicPartition) {
    state.existingPartition(topicPartition).log().producers().clear();
    changed();
  }

  /** Keeps of each key only the last record, and no batch that this empties but the last. */
  public synchronized void compact(TopicPartition topicPartition) {
    state.existingPartition(topicPartition).log().compact();
    changed();
  }

  /** Takes records out of their batches; emptied batches stay, if asked so. */
  public synchronized void removeRecords(
      TopicPartition topicPartition, List<Long> offsets, boolean keepEmptied) {
    Set<Long> removed = new HashSet<>(offsets);
    PartitionLog log = state.existingPartition(topicPartition).log();
    log.remove(entry -> removed.contains(entry.offset()), keepEmptied);
    changed();
  }

  /**
   * Damages the stored batch that holds an offset, for every reader.
   *
   * @param kind what is wrong, as in {@link BrokerFault.DamageRecords}; null heals it
   */
  public synchronized void damage(
      TopicPartition topicPartition, long offset, BatchFault.@Nullable Kind kind) {
    state.existingPartition(topicPartition).log().damage(offset, kind);
    changed();
  }

  /** Puts a broker into a rack: leaders send readers of that rack to its replicas (KIP-392). */
  public synchronized void rack(int brokerId, @Nullable String rack) {
    state.broker(brokerId).rack(rack);
    changed();
  }

  /**
   * Holds a follower back: it has the log up to {@code logEnd}, shows it up to {@code
   * highWatermark}, and copies nothing until {@link #catchUp} or until it leads.
   */
  public synchronized void holdBack(
      TopicPartition topicPartition, int brokerId, long logEnd, long highWatermark) {
    state.existingPartition(topicPartition).hold(brokerId, logEnd, highWatermark);
    changed();
  }

  /** A follower that was held back has all that the leader has. */
  public synchronized void catchUp(TopicPartition topicPartition, int brokerId) {
    state.existingPartition(topicPartition).letGo(brokerId);
    changed();
  }

  /**
   * The leader sends every reader that names a rack to this broker, whatever it has and whether it
   * exists; null for the nearest replica again.
   */
  public synchronized void preferReplica(
      TopicPartition topicPartition, @Nullable Integer brokerId) {
    state.existingPartition(topicPartition).nameReplica(brokerId);
    changed();
  }

  /** Ends a broker: its connections break, its sessions are gone, other replicas take over. */
  public synchronized void stop(int brokerId) {
    desk.stop(state.broker(brokerId));
    changed();
  }

  /** From now on a broker answers nothing, and its connections stay, until {@link #start}. */
  public synchronized void silence(int brokerId) {
    state.broker(brokerId).silent(true);
    changed();
  }

  /** Starts a stopped broker, or gives a silent one its voice back. */
  public synchronized void start(int brokerId) {
    desk.start(state.broker(brokerId));
    changed();
  }

  /** A broker forgets every fetch session. */
  public synchronized void forgetSessions(int brokerId) {
    state.broker(brokerId).forgetSessions();
    changed();
  }

  /** Bounds the fetch sessions of a broker, 1000 at first; the oldest is forgotten first. */
  public synchronized void sessionSlots(int brokerId, int slots) {
    state.broker(brokerId).sessionSlots(slots);
    changed();
  }

  /** Node id of the broker that coordinates a group, or -1 if none runs. */
  public synchronized int coordinator(String group) {
    return state.groups().coordinator(group);
  }

  /** Has a group coordinated by this broker; by the next that runs while it does not. */
  public synchronized void moveCoordinator(String group, int toBroker) {
    state.groups().group(group).moveTo(state.broker(toBroker).id());
    changed();
  }

  /** The coordinator of a group loads, or has done so: as long as it does it answers nothing. */
  public synchronized void loadGroup(String group, boolean loading) {
    state.groups().group(group).loading(loading);
    changed();
  }

  /** A group has live members, or none any more: only members may commit while it has. */
  public synchronized void members(String group, boolean some) {
    state.groups().group(group).members(some, Set.of());
    changed();
  }

  /**
   * A group has live members that are subscribed to these topics; no members, if there are none.
   */
  public synchronized void subscribe(String group, Set<String> topics) {
    state.groups().group(group).members(!topics.isEmpty(), Set.copyOf(topics));
    changed();
  }

  /** What a group has committed for a partition, or null. */
  public synchronized @Nullable StoredOffset committed(
      String group, TopicPartition topicPartition) {
    return state.groups().group(group).offset(topicPartition);
  }

  /** Commits an offset for a group, as another client. */
  public synchronized void commit(
      String group, TopicPartition topicPartition, StoredOffset offset) {
    state.groups().group(group).commit(topicPartition, offset);
    changed();
  }

  /** Plays a fault, beside those injected before. */
  public synchronized void inject(BrokerFault fault) {
    desk.faults().add(fault);
  }

  /** What {@link BrokerFault.ActLate} holds up is acted on now. */
  public synchronized void actOnLate() {
    desk.late().runAll();
  }

  /** How many late requests brokers have acted on. */
  public synchronized int actedLate() {
    return desk.late().acted();
  }

  /** Drops the faults that have not been played. */
  public synchronized void clearFaults() {
    desk.faults().clear();
  }

  /** How many faults have not been played to the end. */
  public synchronized int waitingFaults() {
    return desk.faults().size();
  }

  /** Batches fetched by any gateway and not released. */
  public long outstandingBuffers() {
    return desk.ledger().buffers();
  }

  /** Bytes of batches fetched by any gateway and not released. */
  public long outstandingBytes() {
    return desk.ledger().bytes();
  }

  /** Batches that any gateway was asked for, to be filled and sent, and that were not ended. */
  public long outstandingBatches() {
    return desk.outgoing().buffers();
  }

  /** Bytes of memory that those batches hold. */
  public long outstandingBatchBytes() {
    return desk.outgoing().bytes();
  }

  /** What gateways and transactions use; guarded by this cluster's monitor. */
  ClusterDesk desk() {
    return desk;
  }

  private void changed() {
    desk.news().changed();
  }
}
