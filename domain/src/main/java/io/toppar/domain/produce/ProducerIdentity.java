package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.RetryDelay;
import java.util.random.RandomGenerator;

/**
 * The id under which an idempotent producer numbers its messages: asked for when it is first
 * needed, and again when a partition cannot go on with it (P22; KIP-98). Confined to the owner's
 * thread.
 *
 * <p>Epochs are raised by the {@link SequenceChain} of a partition without asking anybody: without
 * transactions nobody but this client uses the id, and brokers only look that an epoch does not
 * fall.
 */
final class ProducerIdentity {

  private final long requestTimeoutNanos;
  private final RetryDelay delay;
  private long producerId = MessageBatch.NONE;
  private short producerEpoch = MessageBatch.NONE;
  private ProducerState state = ProducerState.INIT;
  private String trouble = "";

  /** Partitions in which a new epoch is to begin. */
  private int draining;

  ProducerIdentity(ProduceConfig config, RandomGenerator random) {
    this.requestTimeoutNanos = config.requestTimeoutNanos();
    this.delay = new RetryDelay(config.retryBackoffNanos(), config.retryBackoffMaxNanos(), random);
  }

  ProducerState state() {
    return state == ProducerState.ASSIGNED && draining > 0 ? ProducerState.DRAIN_BUMP : state;
  }

  long producerId() {
    return producerId;
  }

  short producerEpoch() {
    return producerEpoch;
  }

  boolean isAssigned() {
    return state == ProducerState.ASSIGNED;
  }

  /** There is something to be numbered. */
  void want() {
    if (state == ProducerState.INIT) {
      state = ProducerState.REQUEST_PID;
    }
  }

  /** This id is of no use to somebody any more; of one given before it means nothing. */
  void renew(long usedId) {
    if (isAssigned() && producerId == usedId) {
      state = ProducerState.REQUEST_PID;
    }
  }

  void onDrain() {
    draining++;
  }

  void onDrained() {
    draining--;
  }

  /** Asks, if it is time. */
  void plan(long nowNanos, ProduceEffects effects) {
    if (state == ProducerState.REQUEST_PID && !delay.isRunning(nowNanos)) {
      state = ProducerState.WAIT_PID;
      effects.initProducerId(Deadlines.after(nowNanos, requestTimeoutNanos));
    }
  }

  /** Why there is no id yet, as the end of a sentence; empty if nobody has said. */
  String trouble() {
    return trouble;
  }

  long deadline() {
    return state == ProducerState.REQUEST_PID ? delay.deadline() : Deadlines.NONE;
  }

  void onGiven(long id, short epoch) {
    if (state == ProducerState.WAIT_PID) {
      producerId = id;
      producerEpoch = epoch;
      state = ProducerState.ASSIGNED;
      trouble = "";
      delay.onSuccess();
    }
  }

  void onFailed(ErrorCode error, String detail, long nowNanos) {
    if (state == ProducerState.WAIT_PID) {
      trouble = ": " + error.describe() + "; " + detail;
      state = ProducerState.REQUEST_PID;
      delay.onFailed(nowNanos);
    }
  }

  void onFatal() {
    state = ProducerState.FATAL_ERROR;
  }
}
