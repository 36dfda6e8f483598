package io.toppar.testing.kafka;

/**
 * A broker, or a command sent to it, that did not do what the test needs. The message says which
 * node, shows the last lines of its log where that helps, and says what to do.
 */
public final class BrokerFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure with nothing under it. */
  public BrokerFailure(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public BrokerFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
