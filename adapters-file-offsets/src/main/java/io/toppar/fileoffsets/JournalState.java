package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a journal says: the last offset of every key, and the number by which its entries name the
 * key. One thread.
 */
final class JournalState {

  private final JournalIndex byKey = new JournalIndex();
  private final List<Slot> byId = new ArrayList<>();
  private long liveBytes = JournalFormat.HEADER_BYTES;

  /** How many keys have been defined; also the number of the next one. */
  int keys() {
    return byId.size();
  }

  /** The size of a journal that holds the last offsets alone. */
  long liveBytes() {
    return liveBytes;
  }

  /** The keys in the order of their definition, those without an offset too. */
  List<Slot> slots() {
    return byId;
  }

  @Nullable Slot find(OffsetKey key) {
    return byKey.find(key);
  }

  /** The keys that have an offset. */
  List<Slot> live() {
    return byId.stream().filter(Slot::isLive).toList();
  }

  /** The offset of a key, or null. */
  @Nullable StoredOffset offset(OffsetKey key) {
    Slot slot = byKey.find(key);
    return slot == null ? null : slot.offset();
  }

  /**
   * Takes a key under the next number; null if it has one already.
   *
   * @param bytes the size of the definition in the journal
   */
  @Nullable Slot define(OffsetKey key, int bytes) {
    Slot slot = new Slot(key, byId.size(), bytes);
    if (!byKey.add(slot)) {
      return null;
    }
    byId.add(slot);
    return slot;
  }

  /**
   * Takes an offset.
   *
   * @param bytes the size of its entry in the journal
   */
  void put(Slot slot, long offset, int leaderEpoch, String metadata, int bytes) {
    liveBytes += bytes - slot.offsetBytes + (slot.isLive() ? 0 : slot.defineBytes);
    slot.offset = offset;
    slot.leaderEpoch = leaderEpoch;
    slot.metadata = metadata;
    slot.offsetBytes = bytes;
  }

  void remove(Slot slot) {
    if (slot.isLive()) {
      liveBytes -= slot.offsetBytes + slot.defineBytes;
      slot.metadata = null;
      slot.offsetBytes = 0;
    }
  }

  /** Takes a change, and the key with it where an offset makes it new. */
  void apply(JournalChange change) {
    Slot slot = byKey.find(change.key());
    StoredOffset offset = change.offset();
    if (offset == null) {
      if (slot != null) {
        remove(slot);
      }
      return;
    }
    if (slot == null) {
      slot = Objects.requireNonNull(define(change.key(), JournalFormat.bytes(change.key())));
    }
    put(
        slot,
        offset.offset(),
        offset.leaderEpoch(),
        offset.metadata(),
        JournalFormat.bytes(offset));
  }

  /** What this says, with the keys numbered anew and those without an offset left out. */
  JournalState compacted() {
    JournalState compacted = new JournalState();
    for (Slot slot : byId) {
      StoredOffset offset = slot.offset();
      if (offset != null) {
        compacted.apply(new JournalChange(slot.key, offset));
      }
    }
    return compacted;
  }

  /**
   * A key with its number and its last offset, whose fields are here and not in a {@link
   * StoredOffset}: of a million partitions that would be a million objects more.
   */
  static final class Slot {

    private final OffsetKey key;
    private final int id;
    private final int defineBytes;
    private long offset;
    private int leaderEpoch;

    /** Null where the key has no offset. */
    private @Nullable String metadata;

    private int offsetBytes;

    private Slot(OffsetKey key, int id, int defineBytes) {
      this.key = key;
      this.id = id;
      this.defineBytes = defineBytes;
    }

    OffsetKey key() {
      return key;
    }

    int id() {
      return id;
    }

    boolean isLive() {
      return metadata != null;
    }

    @Nullable StoredOffset offset() {
      String kept = metadata;
      return kept == null ? null : new StoredOffset(offset, leaderEpoch, kept);
    }
  }
}
