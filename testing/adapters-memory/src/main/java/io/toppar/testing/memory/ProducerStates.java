package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a log knows of the producers that have an id: the epoch of each and its last batches under
 * it, by which gaps and duplicates are told (KIP-98). Guarded by the cluster.
 *
 * <p>It does as brokers from 2.5 on (KIP-360): of a producer that the log knows nothing of, any
 * sequence is taken. Older ones answer UNKNOWN_PRODUCER_ID unless it is 0.
 */
final class ProducerStates {

  /** How many batches of a producer are known again. */
  private static final int REMEMBERED = 5;

  private final Map<Long, State> states = new TreeMap<>();

  private static final class State {
    short epoch;
    int nextSequence;
    final Deque<LogBatch> last = new ArrayDeque<>();
  }

  /** The batch as which this one is in the log already, or null. */
  @Nullable LogBatch duplicateOf(BatchOrigin origin, int recordCount) {
    State state = states.get(origin.producerId());
    if (state == null) {
      return null;
    }
    for (LogBatch batch : state.last) {
      BatchOrigin known = batch.origin();
      if (known != null && known.isSameAs(origin) && batch.offsetCount() == recordCount) {
        return batch;
      }
    }
    return null;
  }

  /** Why a batch that is no duplicate is not appended, or {@code NONE}. */
  ErrorCode refusal(BatchOrigin origin) {
    State state = states.get(origin.producerId());
    if (state == null) {
      return ErrorCode.NONE;
    }
    if (origin.producerEpoch() < state.epoch) {
      return ErrorCode.INVALID_PRODUCER_EPOCH;
    }
    int expected = origin.producerEpoch() == state.epoch ? state.nextSequence : 0;
    return origin.baseSequence() == expected
        ? ErrorCode.NONE
        : ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER;
  }

  /** Takes note of the batch at the end of the log. */
  void appended(LogBatch batch) {
    BatchOrigin origin = batch.origin();
    if (origin == null || !origin.isSequenced()) {
      return;
    }
    State state = states.computeIfAbsent(origin.producerId(), id -> new State());
    if (state.epoch != origin.producerEpoch()) {
      state.epoch = origin.producerEpoch();
      state.last.clear();
    }
    if (state.last.size() == REMEMBERED) {
      state.last.removeFirst();
    }
    state.last.addLast(batch);
    state.nextSequence = origin.sequence(batch.offsetCount());
  }

  /** Forgets every producer. */
  void clear() {
    states.clear();
  }
}
