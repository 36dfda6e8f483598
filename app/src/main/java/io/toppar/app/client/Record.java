package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A record: a view valid until its batch is released, after which every method but {@link #offset}
 * and {@link #topicPartition} throws. {@link #copy} stands alone. Any thread.
 *
 * <p>Named for what it is; whoever imports the whole package names it in full beside {@code
 * java.lang.Record}.
 */
@SuppressWarnings("JavaLangClash")
public interface Record {

  /** Where it comes from. */
  TopicPartition topicPartition();

  /** Its offset. */
  long offset();

  /** Milliseconds since the epoch, or -1 where the format has none. */
  long timestamp();

  /** Who set the timestamp. */
  TimestampType timestampType();

  /** Epoch of the leader that appended it, or -1. */
  int leaderEpoch();

  /** The key, or null. */
  @Nullable Slice key();

  /** The value, or null. */
  @Nullable Slice value();

  /** Number of headers. */
  int headerCount();

  /** The name of the header at this index from 0. */
  Slice headerKey(int index);

  /** The value of the header at this index, or null. */
  @Nullable Slice headerValue(int index);

  /** The same record with bytes of its own, valid for ever. */
  Record copy();
}
