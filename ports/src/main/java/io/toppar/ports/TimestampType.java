package io.toppar.ports;

/**
 * Who set a record's timestamp, in milliseconds of wall-clock time.
 *
 * <p>Immutable, any thread.
 */
public enum TimestampType {
  /** The format has no timestamp (magic 0). */
  NONE,
  /** The producer. */
  CREATE_TIME,
  /** The broker, on append. */
  LOG_APPEND_TIME
}
