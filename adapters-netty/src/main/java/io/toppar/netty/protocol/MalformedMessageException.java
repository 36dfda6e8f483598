package io.toppar.netty.protocol;

/**
 * Bytes that are no message of the expected kind and version: cut, corrupt or hostile.
 *
 * <p>The only exception that reading a message throws, whatever the bytes. The text names message
 * and field. What was read of the message is lost, and so is the place in the stream: the
 * connection cannot be read further.
 */
public final class MalformedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A fault of one field.
   *
   * @param field message and field, as {@code FetchResponse.responses}
   * @param fault what is wrong with its bytes
   */
  public MalformedMessageException(String field, String fault) {
    super(field + ": " + fault);
  }
}
