package io.toppar.domain.produce;

/**
 * Where an idempotent producer is with its id (P22), by librdkafka's names, which statistics show.
 * Immutable, any thread.
 */
public enum ProducerState {
  /** Nothing was to be sent yet, or nothing is numbered. */
  INIT("Init"),
  /** An id is to be asked for. */
  REQUEST_PID("RequestPID"),
  /** It is being asked for. */
  WAIT_PID("WaitPID"),
  /** There is one. */
  ASSIGNED("Assigned"),
  /** There is one, and in some partition a new epoch of it begins once nothing is in flight. */
  DRAIN_BUMP("DrainBump"),
  /** Nothing can be produced any more. */
  FATAL_ERROR("FatalError");

  private final String text;

  ProducerState(String text) {
    this.text = text;
  }

  /** The name in librdkafka's statistics. */
  public String text() {
    return text;
  }
}
