package io.toppar.app.cli;

import io.toppar.ports.Slice;
import java.io.IOException;

/** The pieces of one input of which each becomes a message, one after the other. One thread. */
interface InputPieces {

  /**
   * Points at the next piece, which is valid until the next call.
   *
   * @return whether there was one
   * @throws IOException if the input cannot be read
   * @throws IllegalArgumentException if the piece is too long to become a message
   */
  boolean next(Slice piece) throws IOException;

  /** The last piece as it was read, what ended it included: what {@code -T} prints. */
  Slice read();

  /** Which piece was the last one, for people: {@code line 3 of FILE}. */
  String place();
}
