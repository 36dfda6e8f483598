package io.toppar.testing.simulation;

import io.toppar.domain.TopicPartition;
import io.toppar.testing.memory.WrittenBatch;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of those who write, and what of their messages is in the logs. Confined to its
 * simulation's thread.
 */
final class WrittenCluster extends Brokers {

  private final List<WrittenLog> logs = new ArrayList<>();

  /** Everything that was ever handed over, by serial. */
  private final List<Sent> sent = new ArrayList<>();

  /** Which logs have lost what they knew of producers. */
  private final boolean[] forgot = new boolean[PARTITIONS];

  private long batchesWrittenOff;
  private boolean everDeleted;

  WrittenCluster(WriteSetup setup) {
    super(setup.topics());
    for (int partition = 0; partition < PARTITIONS; partition++) {
      logs.add(new WrittenLog(partition, setup));
    }
  }

  /** Everything that was ever handed over, by serial; to be added to. */
  List<Sent> sent() {
    return sent;
  }

  /** The message at an offset, or null. */
  @Nullable Sent at(TopicPartition name, long offset) {
    int partition = index(name);
    return partition < 0 ? null : logs.get(partition).at(offset);
  }

  /**
   * Whether a log has lost what it knew of a producer, so that it may have taken a later batch
   * before an earlier one.
   */
  boolean hasForgotten(TopicPartition name) {
    return forgot[index(name)];
  }

  /** Whether any log has. */
  boolean hasAnyForgotten() {
    for (boolean each : forgot) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  /** Whether any topic has not been there for a time. */
  boolean wasAnyDeleted() {
    return everDeleted;
  }

  /** Looks at what has come into the logs. */
  void look() {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      look(partition);
    }
  }

  private void look(int partition) {
    if (!exists(partition)) {
      return;
    }
    WrittenLog log = logs.get(partition);
    if (memory.highWatermark(name(partition)) > log.end()) {
      for (WrittenBatch batch : memory.batches(name(partition), log.end())) {
        log.append(batch, sent);
      }
    }
  }

  /** What was delivered is in the order in which it was sent. */
  void requireOrder() {
    logs.forEach(WrittenLog::requireOrder);
  }

  @Override
  void onDelete(int partition) {
    everDeleted = true;
    look(partition);
    logs.get(partition).requireOrder();
    logs.get(partition).cutAt(0);
  }

  @Override
  void electUnclean(int partition, int broker, int lost) {
    if (!exists(partition) || isDown(broker)) {
      return;
    }
    look(partition);
    WrittenLog log = logs.get(partition);
    log.requireOrder();
    forgot[partition] = true;
    memory.electUnclean(name(partition), broker, Math.max(0, log.end() - lost));
    log.cutAt(memory.highWatermark(name(partition)));
  }

  /** What was sent so far may be on its way, and a broker may take it twice. */
  void forgetProducers(int partition) {
    look(partition);
    forgot[partition] = true;
    memory.forgetProducers(name(partition));
    String topic = name(partition).topic();
    for (Sent message : sent) {
      message.doubtful |= message.topic.equals(topic);
    }
  }

  /** Batches of the dead are nobody's any more. */
  void writeOffBatches() {
    batchesWrittenOff = memory.outstandingBatches();
  }

  /** Nothing is left of a client that was closed. */
  void requireNoBatches() {
    long left = memory.outstandingBatches() - batchesWrittenOff;
    Violation.require(left == 0, Kind.LEAK, left + " batches are held after the close");
  }
}
