package io.toppar.benchmarks.writer;

import io.toppar.app.wiring.ClientBuilder;
import io.toppar.app.wiring.Toppar;
import java.util.Map;

/** The kinds of writers there are. */
enum WriterKind {
  KAFKA("kafka") {
    @Override
    Writer open(String topic, Map<String, String> settings) {
      return new KafkaWriter(topic, settings);
    }
  },

  /** Reports by batches. */
  TOPPAR("toppar") {
    @Override
    Writer open(String topic, Map<String, String> settings) {
      return new TopparWriter(topic, Toppar.builder().setAll(settings), false);
    }
  },

  /** A report for each record. */
  TOPPAR_CALLBACK("toppar-callback") {
    @Override
    Writer open(String topic, Map<String, String> settings) {
      return new TopparWriter(topic, Toppar.builder().setAll(settings), true);
    }
  },

  /** The same on the client's own thread, where Kafka's producer reports, too. */
  TOPPAR_DIRECT("toppar-direct") {
    @Override
    Writer open(String topic, Map<String, String> settings) {
      ClientBuilder builder = Toppar.builder().setAll(settings).callbackExecutor(Runnable::run);
      return new TopparWriter(topic, builder, true);
    }
  };

  private final String word;

  WriterKind(String word) {
    this.word = word;
  }

  /** A writer of this kind to a topic, with settings by the names that both clients know. */
  abstract Writer open(String topic, Map<String, String> settings);

  static WriterKind named(String word) {
    for (WriterKind kind : values()) {
      if (kind.word.equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("there is no mode " + word);
  }
}
