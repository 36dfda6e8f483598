package io.toppar.netty.records;

import io.toppar.ports.TimestampType;

/** Reads the records of one batch after another; one implementation per family of formats. */
sealed interface RecordReader permits BatchReader, MessageReader {

  /** Whether the open batch has more records. */
  boolean hasNext();

  /** Reads the next record. */
  void step(RecordFields record) throws UnreadableException;

  /** Whether records stay where they are in the reply: they were not decompressed. */
  boolean inReply();

  /** Gives up what is left of the open batch. */
  void stop();

  TimestampType timestampType();

  int leaderEpoch();
}
