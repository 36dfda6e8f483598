package io.toppar.app.cli;

import io.toppar.ports.Slice;

/** How a piece of input becomes a message. One thread. */
interface InputFormat {

  /**
   * Reads a message.
   *
   * @param piece the piece, of which the message may show parts
   * @param message cleared before
   * @return whether the piece is a message; if not, there is nothing in it
   * @throws IllegalArgumentException if the piece is not as it should be, with what is wrong
   */
  boolean read(Slice piece, InputMessage message);
}
