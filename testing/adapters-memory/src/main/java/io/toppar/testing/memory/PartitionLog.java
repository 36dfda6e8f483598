package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import io.toppar.testing.memory.LogBatch.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The log of one partition: batches by offset, where it starts, which transactions are open in it,
 * and who has produced to it. Guarded by the cluster.
 */
final class PartitionLog {

  private final List<LogBatch> batches = new ArrayList<>();
  private final EpochHistory epochs = new EpochHistory();
  private final ProducerStates producers = new ProducerStates();
  private final Map<LogTransaction, Long> openTransactions = new LinkedHashMap<>();
  private long start;
  private long end;

  long start() {
    return start;
  }

  /** The end of the log, and its high watermark. */
  long end() {
    return end;
  }

  long lastStableOffset() {
    long stable = end;
    for (long first : openTransactions.values()) {
      stable = Math.min(stable, first);
    }
    return stable;
  }

  EpochHistory epochs() {
    return epochs;
  }

  ProducerStates producers() {
    return producers;
  }

  /** Appends one batch that nobody produced; the offset of its first record. */
  long append(
      List<MemoryRecord> records,
      int leaderEpoch,
      TimestampType timestampType,
      @Nullable LogTransaction transaction) {
    if (transaction != null) {
      openTransactions.putIfAbsent(transaction, end);
    }
    return add(records, leaderEpoch, timestampType, transaction, null);
  }

  /** Appends what a producer sent; the offset of its first record. */
  long appendProduced(
      List<MemoryRecord> records,
      int leaderEpoch,
      TimestampType timestampType,
      BatchOrigin origin) {
    return add(records, leaderEpoch, timestampType, null, origin);
  }

  /** Appends the marker that ends a transaction. */
  void appendMarker(LogTransaction transaction, int leaderEpoch) {
    openTransactions.remove(transaction);
    TimestampType type = TimestampType.CREATE_TIME;
    add(new LogBatch(end, end, leaderEpoch, type, List.of(), transaction, true, null, null));
  }

  private long add(
      List<MemoryRecord> records,
      int leaderEpoch,
      TimestampType type,
      @Nullable LogTransaction transaction,
      @Nullable BatchOrigin origin) {
    List<Entry> entries = new ArrayList<>(records.size());
    for (MemoryRecord record : records) {
      entries.add(new Entry(end + entries.size(), record));
    }
    long last = end + entries.size() - 1;
    return add(
        new LogBatch(end, last, leaderEpoch, type, entries, transaction, false, origin, null));
  }

  private long add(LogBatch batch) {
    epochs.begin(batch.leaderEpoch(), batch.baseOffset());
    batches.add(batch);
    producers.appended(batch);
    end = batch.nextOffset();
    return batch.baseOffset();
  }

  /** Deletes what lies wholly before an offset; the log starts there. */
  void startAt(long offset) {
    start = offset;
    batches.removeIf(batch -> batch.lastOffset() < offset);
  }

  /**
   * Cuts the log: what is at the offset or behind it never was. A batch of a producer with an id is
   * cut as a whole, as real brokers cut every batch: its sequences are known together or not.
   */
  void cutAt(long offset) {
    List<LogBatch> kept = new ArrayList<>();
    long cut = offset;
    for (LogBatch batch : batches) {
      if (batch.lastOffset() < offset) {
        kept.add(batch);
      } else if (batch.baseOffset() < offset && batch.isSequenced()) {
        cut = batch.baseOffset();
      } else if (batch.baseOffset() < offset) {
        kept.add(batch.before(offset));
      }
    }
    batches.clear();
    batches.addAll(kept);
    end = cut;
    start = Math.min(start, end);
    epochs.cutAt(end);
    openTransactions.values().removeIf(first -> first >= end);
    producers.clear();
    batches.forEach(producers::appended);
  }

  /** Keeps of each key only the last record, and no batch that this empties but the last. */
  void compact() {
    Map<Slice, Long> last = new HashMap<>();
    for (Entry entry : entries()) {
      if (entry.record().key() != null) {
        last.put(entry.record().key(), entry.offset());
      }
    }
    remove(
        entry -> {
          Long kept = entry.record().key() == null ? null : last.get(entry.record().key());
          return kept != null && kept > entry.offset();
        },
        false);
  }

  /** Takes records out of their batches, and then the batches that this emptied, unless kept. */
  void remove(Predicate<Entry> removed, boolean keepEmptied) {
    List<LogBatch> kept = new ArrayList<>();
    for (LogBatch batch : batches) {
      List<Entry> left = batch.entries().stream().filter(entry -> !removed.test(entry)).toList();
      boolean emptied = left.isEmpty() && !batch.entries().isEmpty();
      // A real broker never removes the last batch, so that the end of the log stays known.
      if (!emptied || keepEmptied || batch.nextOffset() == end) {
        kept.add(left.size() == batch.entries().size() ? batch : batch.with(left));
      }
    }
    batches.clear();
    batches.addAll(kept);
  }

  /** Damages the batch that holds an offset, as a bad disk would; null heals it. */
  void damage(long offset, BatchFault.@Nullable Kind kind) {
    for (int i = 0; i < batches.size(); i++) {
      LogBatch batch = batches.get(i);
      if (batch.baseOffset() <= offset && offset <= batch.lastOffset()) {
        batches.set(i, kind == null ? batch.healed() : batch.damaged(kind));
        return;
      }
    }
    throw new IllegalArgumentException(
        "there is no batch at offset " + offset + "; the log goes from " + start + " to " + end);
  }

  /** All records, without control batches, in order. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (LogBatch batch : batches) {
      entries.addAll(batch.entries());
    }
    return entries;
  }

  /** All batches but markers that end at or behind an offset, in order. */
  List<WrittenBatch> written(long fromOffset) {
    return batches.subList(firstAt(fromOffset), batches.size()).stream()
        .filter(batch -> !batch.control())
        .map(WrittenBatch::of)
        .toList();
  }

  /** The batches that a reader at an offset may have, whatever their size. */
  List<LogBatch> from(long offset, long limit) {
    List<LogBatch> read = new ArrayList<>();
    for (int i = firstAt(offset); i < batches.size(); i++) {
      LogBatch batch = batches.get(i);
      if (batch.nextOffset() > limit) {
        break;
      }
      read.add(batch);
    }
    return read;
  }

  /** Index of the first batch that ends at or behind an offset. */
  private int firstAt(long offset) {
    int low = 0;
    int high = batches.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (batches.get(middle).lastOffset() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
