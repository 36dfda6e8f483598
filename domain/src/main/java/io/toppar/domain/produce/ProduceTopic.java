package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicState;
import java.util.ArrayList;
import java.util.List;

/**
 * A topic that is produced to: its partitions, and what waits for its metadata (the UA toppar's
 * queue). Made by {@link ProduceMachine#topic}; the owner's thread only.
 */
public final class ProduceTopic {

  final DeadlineHeap.Timer<ProduceTopic> timer = new DeadlineHeap.Timer<>(this);
  final UnassignedQueue unassigned;

  private final String name;
  private final ProduceConfig config;
  private final ProducerIdentity identity;

  /** By number. One that vanishes stays, with its sequences (P23). */
  private final List<PartitionQueue> partitions = new ArrayList<>();

  private int partitionCount;
  private TopicId id = TopicId.ZERO;
  private ErrorCode refusal = ErrorCode.NONE;

  /** What the last answer said of it, also while that is held back (M12). */
  private ErrorCode said = ErrorCode.NONE;

  /** Why nothing was answered lately; empty if it was. */
  private String unanswered = "";

  ProduceTopic(String name, ProduceConfig config, ProducerIdentity identity, BatchEnds ends) {
    this.name = name;
    this.config = config;
    this.identity = identity;
    this.unassigned = new UnassignedQueue(this, config, ends);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Why nothing can go to this topic whatever one waits for, or NONE. */
  public ErrorCode refusal() {
    return refusal;
  }

  /** Number of its partitions, or 0 as long as it is not known. */
  public int partitionCount() {
    return partitionCount;
  }

  /** Messages that wait for their partition, those being assigned included. */
  public int unassignedMessages() {
    return unassigned.size();
  }

  /** How much stands in a partition. */
  public PartitionLoad load(int partition) {
    return queue(partition).load();
  }

  /** How the partitions stand that were ever heard of, by number. */
  public List<ProduceSnapshot> snapshots(long nowNanos) {
    List<ProduceSnapshot> snapshots = new ArrayList<>(partitions.size());
    for (PartitionQueue each : partitions) {
      snapshots.add(each.snapshot(nowNanos));
    }
    return snapshots;
  }

  TopicId id() {
    return id;
  }

  /** The partition of this number, there or not. */
  PartitionQueue queue(int partition) {
    while (partitions.size() <= partition) {
      SequenceChain chain = new SequenceChain(identity);
      partitions.add(new PartitionQueue(this, partitions.size(), config, chain));
    }
    return partitions.get(partition);
  }

  /** The partitions that were ever heard of. */
  List<PartitionQueue> queues() {
    return partitions;
  }

  /** Why nothing can go to this partition whatever one waits for, or NONE. */
  ErrorCode refusal(int partition) {
    if (refusal != ErrorCode.NONE) {
      return refusal;
    }
    boolean gone = partitionCount > 0 && partition >= partitionCount;
    return gone ? ErrorCode.LOCAL_UNKNOWN_PARTITION : ErrorCode.NONE;
  }

  /** What metadata has to say to those who wait for it, to go behind what they wait for. */
  String trouble() {
    String trouble = said == ErrorCode.NONE ? "" : "; brokers say of the topic: " + said.describe();
    return unanswered.isEmpty() ? trouble : trouble + "; metadata is not answered: " + unanswered;
  }

  void said(ErrorCode error) {
    said = error;
  }

  void unanswered(String why) {
    unanswered = why;
  }

  void partitionCount(int count) {
    partitionCount = count;
  }

  void state(TopicState state, ErrorCode error) {
    refusal =
        switch (state) {
          case UNKNOWN, EXISTS -> ErrorCode.NONE;
          case NOT_EXISTS -> error == ErrorCode.NONE ? ErrorCode.LOCAL_UNKNOWN_TOPIC : error;
          case ERROR -> error;
        };
  }

  /** The log is another one: nothing of it follows what was sent before (M16). */
  void id(TopicId newId) {
    if (newId.isZero() || newId.equals(id)) {
      return;
    }
    if (!id.isZero()) {
      for (PartitionQueue each : partitions) {
        each.onLogReplaced();
      }
    }
    id = newId;
  }
}
