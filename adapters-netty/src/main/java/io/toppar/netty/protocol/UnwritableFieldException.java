package io.toppar.netty.protocol;

/**
 * A value that the chosen version of a message cannot carry: the caller asks for something that
 * this broker does not know.
 *
 * <p>Sending the message without it would change its meaning, so nothing is to be sent.
 */
public final class UnwritableFieldException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * A fault of one field.
   *
   * @param field message and field, as {@code FetchRequest.replicaId}
   * @param fault why it cannot be written
   */
  public UnwritableFieldException(String field, String fault) {
    super(field + ": " + fault);
  }
}
