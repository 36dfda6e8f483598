package io.toppar.benchmarks.reader;

import java.io.IOException;

/** The kinds of readers there are. */
enum ReaderKind {
  RAW("raw") {
    @Override
    Reader open(Source source) throws IOException {
      return new RawReader(source);
    }
  },
  TOPPAR_BATCH("toppar-batch") {
    @Override
    Reader open(Source source) {
      return new TopparBatchReader(source);
    }
  },
  TOPPAR_RECORD("toppar-record") {
    @Override
    Reader open(Source source) {
      return new TopparRecordReader(source);
    }
  },
  KAFKA("kafka") {
    @Override
    Reader open(Source source) {
      return new KafkaReader(source);
    }
  };

  private final String word;

  ReaderKind(String word) {
    this.word = word;
  }

  /** A reader of this kind, at the beginning of every partition. */
  abstract Reader open(Source source) throws IOException;

  static ReaderKind named(String word) {
    for (ReaderKind kind : values()) {
      if (kind.word.equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("there is no mode " + word);
  }
}
