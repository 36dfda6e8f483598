package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a journal by key: a hash table without an object for each entry, since a journal may
 * hold a million keys and is read while a client starts. Keys are never taken out. One thread.
 */
final class JournalIndex {

  private static final int FIRST_CAPACITY = 64;

  /** Spreads the hashes of neighbouring partitions over the table: 2^32 by the golden ratio. */
  private static final int SPREAD = 0x9e3779b9;

  /** A power of two, at most half of it used; what collides is in the next free place. */
  private JournalState.@Nullable Slot[] table = new JournalState.@Nullable Slot[FIRST_CAPACITY];

  private int size;

  JournalState.@Nullable Slot find(OffsetKey key) {
    return table[place(table, key)];
  }

  /** Takes a slot; false if its key has one already. */
  boolean add(JournalState.Slot slot) {
    if (2 * (size + 1) > table.length) {
      grow();
    }
    int place = place(table, slot.key());
    if (table[place] != null) {
      return false;
    }
    table[place] = slot;
    size++;
    return true;
  }

  private void grow() {
    JournalState.@Nullable Slot[] larger = new JournalState.@Nullable Slot[2 * table.length];
    for (JournalState.Slot slot : table) {
      if (slot != null) {
        larger[place(larger, slot.key())] = slot;
      }
    }
    table = larger;
  }

  /** Where a key is, or the free place where it belongs. */
  private static int place(JournalState.@Nullable Slot[] table, OffsetKey key) {
    int mask = table.length - 1;
    int place = (key.hashCode() * SPREAD) >>> Integer.numberOfLeadingZeros(mask);
    while (true) {
      JournalState.Slot found = table[place];
      if (found == null || found.key().equals(key)) {
        return place;
      }
      place = (place + 1) & mask;
    }
  }
}
