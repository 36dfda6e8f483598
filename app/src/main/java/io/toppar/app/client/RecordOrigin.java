package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.TimestampType;
import org.jspecify.annotations.Nullable;

/** What consecutive records have in common, and what they are valid with. Immutable, any thread. */
final class RecordOrigin {

  private final TopicPartition topicPartition;

  /** Null for records that stand alone. */
  private final @Nullable HeldBatch batch;

  private final int leaderEpoch;
  private final TimestampType timestampType;

  RecordOrigin(HeldBatch batch, int leaderEpoch, TimestampType timestampType) {
    this.topicPartition = batch.topicPartition();
    this.batch = batch;
    this.leaderEpoch = leaderEpoch;
    this.timestampType = timestampType;
  }

  /** The same for records that stand alone. */
  private RecordOrigin(RecordOrigin held) {
    this.topicPartition = held.topicPartition;
    this.batch = null;
    this.leaderEpoch = held.leaderEpoch;
    this.timestampType = held.timestampType;
  }

  /** The origin of a copy. */
  RecordOrigin alone() {
    return new RecordOrigin(this);
  }

  boolean isAlone() {
    return batch == null;
  }

  /** Throws if the records' memory is gone. */
  void requireValid() {
    if (batch != null) {
      batch.requireHeld();
    }
  }

  TopicPartition topicPartition() {
    return topicPartition;
  }

  int leaderEpoch() {
    return leaderEpoch;
  }

  TimestampType timestampType() {
    return timestampType;
  }
}
