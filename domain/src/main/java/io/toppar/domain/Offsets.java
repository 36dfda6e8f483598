package io.toppar.domain;

/**
 * The logical offsets and their arithmetic (reference section 5.1).
 *
 * <p>Stateless, any thread. An offset below 0 is logical: it stands for a position that must be
 * looked up first.
 */
public final class Offsets {

  /** The start of the log. */
  public static final long BEGINNING = -2;

  /** The end of the log; not "none". */
  public static final long END = -1;

  /** The position in the offset store. */
  public static final long STORED = -1000;

  /** No offset. */
  public static final long INVALID = -1001;

  /** {@code TAIL(n)} is this minus n. */
  static final long TAIL_BASE = -2000;

  private Offsets() {}
}
