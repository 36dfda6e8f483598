package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.OutputStream;

/** {@code -T}: what is sent goes to standard output, too, as it was read. One thread. */
final class Tee {

  private static final int FLUSH_BYTES = 1 << 16;

  private final OutputStream out = Terminal.out();
  private final Bytes bytes = new Bytes();
  private boolean open;

  /** One that passes on what it is given, or nothing. */
  Tee(boolean wanted) {
    open = wanted;
  }

  /** Passes on a message as it was read. */
  void pass(Slice read) {
    if (open) {
      bytes.append(read);
      if (bytes.size() >= FLUSH_BYTES) {
        flush();
      }
    }
  }

  /** Writes out what was passed on. A reader that has gone ends that, and nothing else. */
  void flush() {
    flush("; no more was read and sent");
  }

  /** The same where nothing more is read. */
  void end() {
    flush("");
  }

  private void flush(String consequence) {
    if (!open) {
      return;
    }
    try {
      bytes.drainTo(out);
    } catch (IOException e) {
      open = false;
      if (!Terminal.isClosedPipe(e)) {
        throw CommandException.failed(Terminal.unwritten(e) + consequence);
      }
    }
  }
}
