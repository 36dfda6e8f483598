package io.toppar.app.config;

/**
 * Whose acknowledgement a message waits for ({@code acks}).
 *
 * <p>Immutable, any thread.
 */
public enum Acks {
  /** Nobody's: it counts as delivered once it is sent, and may be lost without a word. */
  NONE(0),
  /** The leader's: it may be lost with the leader. */
  LEADER(1),
  /** That of all replicas that are in sync. */
  ALL(-1);

  private final short code;

  Acks(int code) {
    this.code = (short) code;
  }

  /** Its number in a request. */
  public short code() {
    return code;
  }
}
