package io.toppar.domain;

/** Where to go when a position is missing or out of range ({@code auto.offset.reset}, 3.10). */
public enum ResetPolicy {
  /** To the start of the log. */
  EARLIEST,
  /** To the end of the log. */
  LATEST,
  /** Nowhere: the application is told, and the partition stops being fetched. */
  ERROR
}
