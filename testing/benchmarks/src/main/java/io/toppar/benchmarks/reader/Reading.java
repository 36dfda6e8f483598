package io.toppar.benchmarks.reader;

/** Reading a topic from where a reader stands to its end. */
final class Reading {

  private static final int SILENT_POLLS = 60;

  private Reading() {}

  /**
   * Polls until records come.
   *
   * @return how many
   * @throws IllegalStateException if none come for a minute
   */
  static int some(Reader reader) {
    for (int silent = 0; silent < SILENT_POLLS; silent++) {
      int records = reader.poll();
      if (records > 0) {
        return records;
      }
    }
    throw new IllegalStateException("no records came in " + SILENT_POLLS + " polls of a second");
  }

  /**
   * Polls until so many records have come.
   *
   * @throws IllegalStateException if there are more, or if none come for a minute
   */
  static void whole(Reader reader, long records) {
    long read = 0;
    while (read < records) {
      read += some(reader);
    }
    if (read > records) {
      throw new IllegalStateException("%d records came, there are %d".formatted(read, records));
    }
  }
}
