package io.toppar.benchmarks.reader;

/** Reading a topic from where a reader stands to its end. */
final class Reading {

  private static final int SILENT_POLLS = 60;

  private Reading() {}

  /**
   * Polls until so many records have come.
   *
   * @throws IllegalStateException if there are more, or if none come for a minute
   */
  static void whole(Reader reader, long records) {
    long read = 0;
    int silent = 0;
    while (read < records) {
      int polled = reader.poll();
      read += polled;
      silent = polled == 0 ? silent + 1 : 0;
      if (silent > SILENT_POLLS) {
        throw new IllegalStateException("%d of %d records came".formatted(read, records));
      }
    }
    if (read > records) {
      throw new IllegalStateException("%d records came, there are %d".formatted(read, records));
    }
  }
}
