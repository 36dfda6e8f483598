package io.toppar.domain;

/**
 * Where reading goes when a position is missing or out of range ({@code auto.offset.reset}, S8,
 * S47).
 *
 * <p>Immutable, any thread. Never follows from a failed look-up (S18).
 */
public enum ResetPolicy {
  /** To the start of the log. */
  EARLIEST,
  /** To the end of the log. */
  LATEST,
  /** Nowhere: the application is told, and the partition stops being fetched. */
  ERROR
}
