package io.toppar.app.client;

/**
 * Why nothing of an assigned partition is handed out, though there may be records. Immutable, any
 * thread.
 */
public enum Withheld {
  /** The application has paused it. */
  PAUSED,
  /**
   * So many records as {@code unfinished.max.records} were released and are not acknowledged, or
   * lie behind some that are not finished. Acknowledging or abandoning the oldest, or another
   * start, goes on.
   */
  UNFINISHED_RECORDS
}
