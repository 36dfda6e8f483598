package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.Values;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary file of lines of one length, for programs that write lines as records. */
record LineFile(Path path, int valueBytes, int lines) implements AutoCloseable {

  /** Makes one in the temporary folder; the caller closes it. */
  static LineFile of(int valueBytes, int lines) {
    try {
      Path path = Files.createTempFile("toppar-benchmark", ".lines");
      Values values = new Values(valueBytes);
      try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(path))) {
        for (int i = 0; i < lines; i++) {
          file.write(values.next());
          file.write('\n');
        }
      }
      return new LineFile(path, valueBytes, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a file of lines", e);
    }
  }

  /** Deletes it. */
  @Override
  public void close() {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
