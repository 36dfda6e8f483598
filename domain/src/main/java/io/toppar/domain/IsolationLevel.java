package io.toppar.domain;

/**
 * Which records of transactions are read ({@code isolation.level}, F19-F22).
 *
 * <p>Immutable, any thread. It also decides which offset is the end of a partition (F9).
 */
public enum IsolationLevel {
  /** Everything, aborted transactions included. */
  READ_UNCOMMITTED,
  /** Only what is committed, up to the last stable offset. The default. */
  READ_COMMITTED
}
