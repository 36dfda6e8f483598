package io.toppar.app.engine;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.FetchBudget;
import io.toppar.domain.FetchedPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.FetchedBatches;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The account of memory: what each fetched frame occupies of {@code fetch.buffer.bytes}, and who
 * keeps it alive.
 *
 * <p>The duty thread only. A frame is charged whole when it arrives and given back when the last of
 * its batches is released. When room is short, a frame of which little waits, or only what paused
 * partitions will not take, has that copied out, so that it may go.
 */
final class FrameLedger {

  /** A frame is copied out when what waits of it is less than this part of it. */
  private static final int FEW = 4;

  private final FetchBudget budget;
  private final HandOver handOver;
  private final IdentityHashMap<BatchHandle, Entry> entries = new IdentityHashMap<>();
  private final Set<Frame> worthCopying = new LinkedHashSet<>();

  /** A frame that is alive. */
  private static final class Frame {
    final int sizeBytes;
    final List<Entry> holders = new ArrayList<>();
    int held;
    long waitingBytes;
    boolean somePaused;

    Frame(int sizeBytes) {
      this.sizeBytes = sizeBytes;
    }

    void add(Entry entry) {
      entry.place = holders.size();
      holders.add(entry);
    }

    /** The last one takes its place: a reply may have thousands of partitions. */
    void remove(Entry entry) {
      Entry last = holders.remove(holders.size() - 1);
      if (last != entry) {
        holders.set(entry.place, last);
        last.place = entry.place;
      }
    }
  }

  /** The batches of one partition of a frame, until they are released. */
  private static final class Entry {
    final FetchedBatches batches;
    @Nullable Frame frame;
    @Nullable Delivery delivery;
    boolean held;
    int place;

    Entry(FetchedBatches batches) {
      this.batches = batches;
    }

    boolean waits() {
      return delivery != null && !held;
    }
  }

  FrameLedger(FetchBudget budget, HandOver handOver) {
    this.budget = budget;
    this.handOver = handOver;
  }

  /**
   * Takes a reply into the account, in place of what was reserved for it.
   *
   * @return whether a lane that found no room should be planned again
   */
  boolean arrived(BrokerOutcome.Fetched reply, long reservedBytes) {
    Frame frame = new Frame(reply.frame().sizeBytes());
    long charge = 0;
    for (FetchedPartition part : reply.partitions()) {
      if (part.batches() instanceof FetchedBatches batches) {
        Entry entry = new Entry(batches);
        entries.put(batches, entry);
        if (batches.sharesFrame()) {
          entry.frame = frame;
          frame.add(entry);
        } else {
          charge += batches.sizeBytes();
        }
      }
    }
    return budget.settle(reservedBytes, charge + (frame.holders.isEmpty() ? 0 : frame.sizeBytes));
  }

  /** The batches go to the hand-over now. */
  void delivered(Delivery delivery) {
    Entry entry = entries.get(delivery.batches());
    if (entry == null) {
      return;
    }
    entry.delivery = delivery;
    Frame frame = entry.frame;
    if (frame != null) {
      frame.waitingBytes += entry.batches.sizeBytes();
      frame.somePaused |= delivery.slot().paused;
      judge(frame);
    }
  }

  /** An application thread holds them now. */
  void taken(Delivery delivery) {
    Entry entry = entries.get(delivery.batches());
    if (entry == null) {
      return;
    }
    entry.held = true;
    Frame frame = entry.frame;
    if (frame != null) {
      frame.waitingBytes -= entry.batches.sizeBytes();
      frame.held++;
      judge(frame);
    }
  }

  /**
   * The batches have been released.
   *
   * @return whether a lane that found no room should be planned again
   */
  boolean gone(BatchHandle batches) {
    Entry entry = entries.remove(batches);
    if (entry == null) {
      return false;
    }
    Frame frame = entry.frame;
    if (frame == null) {
      return budget.release(batches.sizeBytes());
    }
    if (entry.held) {
      frame.held--;
    } else if (entry.waits()) {
      frame.waitingBytes -= batches.sizeBytes();
    }
    frame.remove(entry);
    if (frame.holders.isEmpty()) {
      worthCopying.remove(frame);
      return budget.release(frame.sizeBytes);
    }
    judge(frame);
    return false;
  }

  /** Whether these entered a machine and have not come out of it. */
  boolean isWithin(BatchHandle batches) {
    Entry entry = entries.get(batches);
    return entry != null && entry.delivery == null;
  }

  /** The partition's gate was shut: its frames may be worth copying now. */
  void paused(Slot slot) {
    for (Delivery delivery : handOver.waiting(slot)) {
      Entry entry =
          delivery.kind() == Delivery.Kind.RECORDS ? entries.get(delivery.batches()) : null;
      if (entry != null && entry.frame != null) {
        entry.frame.somePaused = true;
        judge(entry.frame);
      }
    }
  }

  /**
   * Copies out of frames that are kept alive by little; for when there is no room.
   *
   * @return whether a lane that found no room should be planned again
   */
  boolean makeRoom() {
    boolean room = false;
    List<Frame> frames = new ArrayList<>(worthCopying);
    worthCopying.clear();
    for (Frame frame : frames) {
      if (isWorthCopying(frame)) {
        room |= copyOut(frame);
      }
    }
    return room;
  }

  private boolean copyOut(Frame frame) {
    long copied = 0;
    for (Entry entry : List.copyOf(frame.holders)) {
      Delivery delivery = entry.delivery;
      if (delivery != null && handOver.ifQueued(delivery, entry.batches::detach)) {
        frame.remove(entry);
        frame.waitingBytes -= entry.batches.sizeBytes();
        entry.frame = null;
        copied += entry.batches.sizeBytes();
      }
    }
    return budget.settle(frame.holders.isEmpty() ? frame.sizeBytes : 0, copied);
  }

  private void judge(Frame frame) {
    if (frame.held == 0
        && frame.waitingBytes > 0
        && (fewWait(frame) || (frame.somePaused && frame.waitingBytes < frame.sizeBytes))) {
      worthCopying.add(frame);
    }
  }

  /** Only when nobody holds any of it: else the copies would free nothing. */
  private static boolean isWorthCopying(Frame frame) {
    return frame.held == 0
        && frame.waitingBytes > 0
        && frame.waitingBytes < frame.sizeBytes
        && (fewWait(frame) || onlyPaused(frame));
  }

  private static boolean fewWait(Frame frame) {
    return frame.waitingBytes * FEW < frame.sizeBytes;
  }

  private static boolean onlyPaused(Frame frame) {
    for (Entry entry : frame.holders) {
      Delivery delivery = entry.delivery;
      if (delivery == null || !delivery.slot().paused) {
        return false;
      }
    }
    return true;
  }
}
