package io.toppar.app.engine;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way in: read while it is handed over, by the thread that does it, and not
 * afterwards.
 */
public interface SendRecord {

  /** Stands for "the partition is to be chosen", and for "the time is to be taken". */
  int NOT_SET = -1;

  /** The partition that the sender names, or {@link #NOT_SET}. */
  int partition();

  /** Milliseconds since the epoch, or {@link #NOT_SET} for the time of the hand-over. */
  long timestampMillis();

  /** The key, or null. */
  @Nullable Slice key();

  /** The value, or null. */
  @Nullable Slice value();

  /** The headers. */
  RecordHeaders headers();
}
