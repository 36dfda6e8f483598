package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The log of one partition, as all its leaders see it: which messages are in it, and what is known
 * of the producers that wrote them. Checks ids, epochs and sequences as Kafka does.
 */
final class FakeLog {

  private static final int REMEMBERED = 5;

  /** What an append ended with. */
  record Appended(ErrorCode error, long offset) {}

  /** What was written by one request. */
  private record Entry(long producerId, short epoch, int sequence, long offset, int count) {

    int lastSequence() {
      return SequenceChain.after(sequence, count - 1);
    }

    boolean isOf(ProduceRequest.Part part, int messages) {
      return epoch == part.producerEpoch() && sequence == part.baseSequence() && count == messages;
    }
  }

  /** Ids of the messages, by offset. */
  final List<Long> messages = new ArrayList<>();

  private int committed;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<Long, ArrayDeque<Entry>> producers = new HashMap<>();

  /** Writes it behind all others, unless its sequence forbids; a duplicate is as if written. */
  Appended append(ProduceRequest.Part part, List<Long> ids) {
    if (part.producerId() >= 0) {
      Appended verdict = verdict(part, ids.size());
      if (verdict != null) {
        return verdict;
      }
    }
    Entry entry =
        new Entry(
            part.producerId(),
            part.producerEpoch(),
            part.baseSequence(),
            messages.size(),
            ids.size());
    messages.addAll(ids);
    entries.add(entry);
    remember(entry);
    return new Appended(ErrorCode.NONE, entry.offset);
  }

  /** What is in it now was acknowledged: all replicas have it. */
  void commit() {
    committed = entries.size();
  }

  /** Loses what was not acknowledged, as when a replica becomes the leader that did not have it. */
  void cut() {
    cut(committed);
  }

  /** Loses the last writes though they were acknowledged, as when no replica has them. */
  void loseAcknowledged(int lostEntries) {
    cut(Math.max(0, entries.size() - lostEntries));
    committed = Math.min(committed, entries.size());
  }

  private void cut(int kept) {
    while (entries.size() > kept) {
      Entry lost = entries.remove(entries.size() - 1);
      messages.subList((int) lost.offset, messages.size()).clear();
    }
    producers.clear();
    entries.forEach(this::remember);
  }

  private void remember(Entry entry) {
    ArrayDeque<Entry> last = producers.computeIfAbsent(entry.producerId, id -> new ArrayDeque<>());
    if (!last.isEmpty() && Objects.requireNonNull(last.peekLast()).epoch != entry.epoch) {
      last.clear();
    }
    last.addLast(entry);
    if (last.size() > REMEMBERED) {
      last.removeFirst();
    }
  }

  /** What forbids to write it, or null. */
  private @Nullable Appended verdict(ProduceRequest.Part part, int count) {
    ArrayDeque<Entry> last = producers.get(part.producerId());
    if (last == null) {
      return part.baseSequence() == 0 ? null : failed(ErrorCode.UNKNOWN_PRODUCER_ID);
    }
    Entry latest = Objects.requireNonNull(last.peekLast());
    if (part.producerEpoch() < latest.epoch) {
      return failed(ErrorCode.INVALID_PRODUCER_EPOCH);
    }
    for (Entry entry : last) {
      if (entry.isOf(part, count)) {
        return new Appended(ErrorCode.NONE, entry.offset);
      }
    }
    int expected =
        part.producerEpoch() > latest.epoch ? 0 : SequenceChain.after(latest.lastSequence(), 1);
    return part.baseSequence() == expected ? null : failed(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
  }

  private static Appended failed(ErrorCode error) {
    return new Appended(error, -1);
  }
}
