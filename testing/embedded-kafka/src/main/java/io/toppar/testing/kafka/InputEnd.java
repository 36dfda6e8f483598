package io.toppar.testing.kafka;

import java.io.IOException;
import java.io.InputStream;

/**
 * The end of a process's input, which comes when whoever held the other side is gone, whatever
 * ended it.
 */
final class InputEnd {
  private InputEnd() {}

  /** Reads and forgets until the end. */
  static void await(InputStream input) {
    byte[] ignored = new byte[256];
    try {
      int read;
      do {
        read = input.read(ignored);
      } while (read >= 0);
    } catch (IOException broken) {
      return; // a broken input is an ended one
    }
  }
}
