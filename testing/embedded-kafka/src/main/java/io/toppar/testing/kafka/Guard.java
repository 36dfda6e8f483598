package io.toppar.testing.kafka;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A shell that waits for the process that started it to be gone, then kills one process and deletes
 * its temporary folder. It does what a broker cannot do for itself: a frozen one does not notice
 * that its parent died, and a running one cannot delete the files it is writing.
 */
final class Guard {
  /**
   * {@code $1} the process to kill, {@code $2} the folder to delete or nothing. A node's parent
   * folder goes last.
   */
  private static final String SCRIPT =
      "trap '' INT TERM HUP; read -r line; kill -KILL \"$1\" 2>/dev/null; "
          + "if [ -n \"$2\" ]; then "
          + "until rm -rf \"$2\" 2>/dev/null && [ ! -e \"$2\" ]; do sleep 0.1; done; "
          + "rmdir \"$(dirname \"$2\")\" 2>/dev/null; fi; exit 0";

  private Guard() {}

  /** Starts a guard; destroying the returned process forcibly calls it off. */
  static Process start(long pid, @Nullable Path temporary) throws IOException {
    String folder = temporary == null ? "" : temporary.toString();
    return new ProcessBuilder("/bin/sh", "-c", SCRIPT, "toppar-guard", Long.toString(pid), folder)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
