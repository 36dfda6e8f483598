package io.toppar.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** States by their hashes, numbered in the order of coming, each with the one it came from. */
final class StateSet {

  static final int NO_PARENT = -1;

  private long[] high = new long[1 << 10];
  private long[] low = new long[1 << 10];
  private int[] parent = new int[1 << 10];

  /** Number + 1 of a state, by its hash; 0 where none is. */
  private int[] slots = new int[1 << 11];

  private int size;

  /**
   * Adds it.
   *
   * @return its number, or -1 if it is here already
   */
  synchronized int add(StateHash hash, int parentNumber) {
    int slot = slot(hash);
    if (slots[slot] != 0) {
      return -1;
    }
    if (size == high.length) {
      grow();
      slot = slot(hash);
    }
    high[size] = hash.high();
    low[size] = hash.low();
    parent[size] = parentNumber;
    slots[slot] = size + 1;
    return size++;
  }

  synchronized boolean contains(StateHash hash) {
    return slots[slot(hash)] != 0;
  }

  synchronized int size() {
    return size;
  }

  /** The states that lead to this one, from the first on, and itself. */
  synchronized List<StateHash> way(int number) {
    List<StateHash> way = new ArrayList<>();
    for (int at = number; at != NO_PARENT; at = parent[at]) {
      way.add(new StateHash(high[at], low[at]));
    }
    Collections.reverse(way);
    return way;
  }

  private int slot(StateHash hash) {
    int mask = slots.length - 1;
    int slot = (int) hash.low() & mask;
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (high[number] == hash.high() && low[number] == hash.low()) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    high = Arrays.copyOf(high, 2 * size);
    low = Arrays.copyOf(low, 2 * size);
    parent = Arrays.copyOf(parent, 2 * size);
    slots = new int[4 * size];
    for (int i = 0; i < size; i++) {
      slots[slot(new StateHash(high[i], low[i]))] = i + 1;
    }
  }
}
