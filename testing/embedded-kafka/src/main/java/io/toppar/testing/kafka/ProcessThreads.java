package io.toppar.testing.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The threads of another process, as Linux shows them under {@code /proc}. Stateless. */
final class ProcessThreads {

  private ProcessThreads() {}

  /**
   * Whether SIGSTOP has reached every thread: the call that sends it returns while threads that run
   * on another processor still do, for milliseconds where many want to run. Where there is no
   * {@code /proc}, it is taken to have.
   */
  static boolean allStopped(long pid) {
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    if (!Files.isDirectory(tasks)) {
      return true;
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        if (!isStopped(thread.resolve("stat"))) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return true; // the process has ended meanwhile
    }
  }

  /** The state follows the name in parentheses, which may hold anything. */
  private static boolean isStopped(Path stat) throws IOException {
    try {
      String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return line.charAt(line.lastIndexOf(')') + 2) == 'T';
    } catch (NoSuchFileException e) {
      return true;
    }
  }
}
