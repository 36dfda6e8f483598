package io.toppar.domain;

/** Which records of transactions are read ({@code isolation.level}, F19). */
public enum IsolationLevel {
  /** Everything, aborted transactions included. */
  READ_UNCOMMITTED,
  /** Only what is committed, up to the last stable offset. The default. */
  READ_COMMITTED
}
