package io.toppar.testing.memory;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link MemoryOffsetStore} keeps its offsets in: the disk of that store. Safe from any
 * thread.
 *
 * <p>It outlives the stores over it, so a test can close one, as a process that ends, and open the
 * next. A key that one store holds is refused to another.
 */
public final class MemoryOffsets {

  private final Map<OffsetKey, StoredOffset> offsets = new HashMap<>();
  private final Map<OffsetKey, MemoryOffsetStore> holders = new HashMap<>();

  /** Makes an empty one. */
  public MemoryOffsets() {}

  /** The offset of a key, or null. */
  public synchronized @Nullable StoredOffset offset(OffsetKey key) {
    return offsets.get(key);
  }

  /** Sets the offset of a key, whoever holds it. */
  public synchronized void put(OffsetKey key, StoredOffset offset) {
    offsets.put(key, offset);
  }

  /** Forgets the offset of a key, whoever holds it. */
  public synchronized void remove(OffsetKey key) {
    offsets.remove(key);
  }

  /** A copy of everything stored. */
  public synchronized Map<OffsetKey, StoredOffset> snapshot() {
    return Map.copyOf(offsets);
  }

  /** Takes hold of a key; false if another store has it. */
  synchronized boolean hold(OffsetKey key, MemoryOffsetStore store) {
    MemoryOffsetStore holder = holders.putIfAbsent(key, store);
    return holder == null || holder == store;
  }

  synchronized void release(OffsetKey key, MemoryOffsetStore store) {
    holders.remove(key, store);
  }

  synchronized void releaseAll(MemoryOffsetStore store) {
    holders.values().removeIf(holder -> holder == store);
  }
}
