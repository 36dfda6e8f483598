package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A consumer group: where it is coordinated, and what is committed. Guarded by the cluster. */
final class MemoryGroup {

  private final Map<TopicPartition, StoredOffset> offsets = new LinkedHashMap<>();
  private final Map<TopicPartition, Pending> pending = new LinkedHashMap<>();

  /** The broker that coordinates it as long as it runs. */
  private int home;

  private boolean loading;
  private boolean hasMembers;

  /** What its live members are subscribed to; empty where they do not say. */
  private Set<String> subscribed = Set.of();

  /** The commit of a transaction that is open. */
  private record Pending(LogTransaction transaction, StoredOffset offset) {}

  MemoryGroup(int home) {
    this.home = home;
  }

  int home() {
    return home;
  }

  void moveTo(int brokerId) {
    home = brokerId;
  }

  boolean isLoading() {
    return loading;
  }

  void loading(boolean now) {
    loading = now;
  }

  boolean hasMembers() {
    return hasMembers;
  }

  void members(boolean some, Set<String> topics) {
    hasMembers = some;
    subscribed = topics;
  }

  Set<String> subscribed() {
    return subscribed;
  }

  /** Whether it is only a name: a group is there as long as it has members or offsets. */
  boolean isNothing() {
    return !hasMembers && offsets.isEmpty() && pending.isEmpty();
  }

  /** Those that have an offset, or will have one when a transaction is committed. */
  Set<TopicPartition> partitions() {
    Set<TopicPartition> all = new LinkedHashSet<>(offsets.keySet());
    all.addAll(pending.keySet());
    return all;
  }

  void forget(TopicPartition partition) {
    offsets.remove(partition);
  }

  @Nullable StoredOffset offset(TopicPartition partition) {
    return offsets.get(partition);
  }

  void commit(TopicPartition partition, StoredOffset offset) {
    offsets.put(partition, offset);
  }

  /** Whether an open transaction has committed an offset, too. */
  boolean isUnstable(TopicPartition partition) {
    return pending.containsKey(partition);
  }

  void commit(LogTransaction transaction, TopicPartition partition, StoredOffset offset) {
    pending.put(partition, new Pending(transaction, offset));
  }

  /** A transaction has ended. */
  void end(LogTransaction transaction, boolean commit) {
    pending.forEach(
        (partition, one) -> {
          if (commit && one.transaction == transaction) {
            offsets.put(partition, one.offset);
          }
        });
    pending.values().removeIf(one -> one.transaction == transaction);
  }
}
