package io.toppar.netty.protocol;

import io.netty.buffer.ByteBuf;

/**
 * A request, which knows how its answer is read.
 *
 * @param <R> the response
 */
public interface ApiRequest<R extends ApiMessage> extends ApiMessage {

  /** The call that it is a request of. */
  Api api();

  /**
   * Reads the response to this request, sent at the same version.
   *
   * @throws MalformedMessageException if the bytes are no such response
   */
  R readResponse(ByteBuf in, short version);
}
