package io.toppar.netty.protocol;

import io.netty.buffer.ByteBuf;

/** A request, response or header of Kafka's protocol: a value that can write itself. */
public interface ApiMessage {

  /**
   * Appends the message as that version lays it out.
   *
   * @throws UnwritableFieldException if a field holds what the version cannot carry; part of the
   *     message may then be in the buffer
   * @throws IllegalArgumentException if the version is not among those we speak
   */
  void write(ByteBuf out, short version);

  /**
   * Releases the record data that a read message holds: call it once, when done.
   *
   * <p>A message that was read keeps its buffer alive until then, if it has record data; others
   * hold nothing.
   */
  default void release() {}
}
