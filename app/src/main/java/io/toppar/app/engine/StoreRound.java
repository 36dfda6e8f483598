package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One call of the application that asks the offset store about many partitions. Duty thread. */
final class StoreRound {

  private final int expected;
  private final CompletableFuture<Map<TopicPartition, StoreAnswer>> reply;
  private final Map<TopicPartition, StoreAnswer> answers = new LinkedHashMap<>();

  StoreRound(int expected, CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    this.expected = expected;
    this.reply = reply;
  }

  /** All questions have been asked; there may have been none. */
  void begun() {
    completeIfWhole();
  }

  void loaded(TopicPartition partition, StoreOutcome outcome) {
    answer(
        partition,
        outcome instanceof StoreOutcome.Loaded loaded
            ? new StoreAnswer(ErrorCode.NONE, loaded.offset(), "")
            : failed(outcome));
  }

  /**
   * Writes what a partition has stored, unless the store has it already. Beside the machine's own
   * commits: the store keeps the order of writes to one key, so the later position wins, and the
   * machine hears of it in that order.
   */
  void commit(Partition written, StoreCalls stores, MachineFeed feed) {
    Toppar toppar = written.toppar;
    TopicPartition partition = toppar.topicPartition();
    long offset = toppar.storedOffset();
    if (offset < 0) {
      answer(partition, new StoreAnswer(ErrorCode.LOCAL_NO_OFFSET, null, ""));
      return;
    }
    StoredOffset position =
        new StoredOffset(offset, toppar.storedLeaderEpoch(), toppar.storedMetadata());
    if (toppar.isStoredCommitted()) {
      answer(partition, new StoreAnswer(ErrorCode.NONE, position, ""));
    } else {
      write(written, position, stores, feed);
    }
  }

  /** Writes a position, and lets the machine of its partition know. */
  void write(Partition written, StoredOffset position, StoreCalls stores, MachineFeed feed) {
    TopicPartition partition = written.topicPartition();
    stores.store(
        partition,
        position,
        (outcome, now) -> {
          if (outcome instanceof StoreOutcome.Stored) {
            tell(written, position, feed, now);
          }
          stored(partition, position, outcome);
        });
  }

  /** A position was written, or not. */
  void stored(TopicPartition partition, StoredOffset position, StoreOutcome outcome) {
    boolean written = outcome instanceof StoreOutcome.Stored;
    answer(partition, written ? new StoreAnswer(ErrorCode.NONE, position, "") : failed(outcome));
  }

  private static void tell(
      Partition written, StoredOffset position, MachineFeed feed, long nowNanos) {
    feed.input(
        written,
        "written",
        position.offset(),
        position.leaderEpoch(),
        nowNanos,
        (t, fx) -> t.onWritten(position.offset(), position.leaderEpoch(), nowNanos));
  }

  private static StoreAnswer failed(StoreOutcome outcome) {
    StoreOutcome.Failed failed = StoreFailures.of(outcome);
    return new StoreAnswer(StoreFailures.code(failed), null, failed.detail());
  }

  private void answer(TopicPartition partition, StoreAnswer answer) {
    answers.put(partition, answer);
    completeIfWhole();
  }

  private void completeIfWhole() {
    if (answers.size() == expected) {
      reply.complete(answers);
    }
  }
}
