package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * A hash table from topic and partition to the first element that names it.
 *
 * <p>Owned by one {@link TopicPartitionList}, which keeps it right. Open addressing over references
 * to the elements themselves, at most half full: a look-up touches a slot and an element and
 * allocates nothing. Elements of the same name hang on the first of them, in list order.
 */
final class PartitionIndex {

  private static final int SPREAD = 0x9E3779B9;

  private @Nullable TopicPartitionEntry[] slots;
  private int names;

  /** The index of these elements, in this order. */
  PartitionIndex(TopicPartitionEntry[] elements, int count) {
    slots = slotsFor(count);
    for (int i = 0; i < count; i++) {
      add(elements[i]);
    }
  }

  @Nullable TopicPartitionEntry find(String topic, int partition) {
    return slots[slotOf(topic, partition, TopicPartition.hash(topic, partition))];
  }

  /** Adds an element that comes after all others. */
  void add(TopicPartitionEntry added) {
    added.nextSame = null;
    added.lastSame = null;
    int slot = slotOf(added.topic(), added.partition(), added.hash());
    TopicPartitionEntry first = slots[slot];
    if (first == null) {
      slots[slot] = added;
      names++;
      if (names > slots.length / 2) {
        rehash();
      }
      return;
    }
    TopicPartitionEntry last = first.lastSame == null ? first : first.lastSame;
    last.nextSame = added;
    first.lastSame = added;
  }

  /** Removes an element that was added. */
  void remove(TopicPartitionEntry removed) {
    int slot = slotOf(removed.topic(), removed.partition(), removed.hash());
    TopicPartitionEntry first = slots[slot];
    if (first == removed) {
      replaceFirst(slot, removed);
    } else if (first != null) {
      unlink(first, removed);
    }
    removed.nextSame = null;
    removed.lastSame = null;
  }

  private void replaceFirst(int slot, TopicPartitionEntry first) {
    TopicPartitionEntry second = first.nextSame;
    if (second == null) {
      empty(slot);
      return;
    }
    second.lastSame = first.lastSame == second ? null : first.lastSame;
    slots[slot] = second;
  }

  private static void unlink(TopicPartitionEntry first, TopicPartitionEntry removed) {
    TopicPartitionEntry before = first;
    while (before.nextSame != null && before.nextSame != removed) {
      before = before.nextSame;
    }
    before.nextSame = removed.nextSame;
    if (first.lastSame == removed) {
      first.lastSame = before == first ? null : before;
    }
  }

  /** Empties a slot and moves up what was put further on because it was taken. */
  private void empty(int slot) {
    int mask = slots.length - 1;
    int hole = slot;
    slots[hole] = null;
    names--;
    for (int next = (hole + 1) & mask; ; next = (next + 1) & mask) {
      TopicPartitionEntry moved = slots[next];
      if (moved == null) {
        return;
      }
      int home = home(moved.hash());
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        slots[hole] = moved;
        slots[next] = null;
        hole = next;
      }
    }
  }

  /** Where the element of this name is, or would be put. */
  private int slotOf(String topic, int partition, int hash) {
    int mask = slots.length - 1;
    int slot = home(hash);
    for (TopicPartitionEntry there = slots[slot]; there != null; there = slots[slot]) {
      if (there.hash() == hash && there.names(topic, partition)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int home(int hash) {
    return (hash * SPREAD) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
  }

  private void rehash() {
    @Nullable TopicPartitionEntry[] old = slots;
    slots = slotsFor(old.length);
    for (TopicPartitionEntry first : old) {
      if (first != null) {
        slots[slotOf(first.topic(), first.partition(), first.hash())] = first;
      }
    }
  }

  /** A power of two that holds this many names at most half full. */
  private static @Nullable TopicPartitionEntry[] slotsFor(int names) {
    int length = Integer.highestOneBit(Math.max(names, 2) * 2 - 1) * 2;
    return new TopicPartitionEntry[length];
  }
}
