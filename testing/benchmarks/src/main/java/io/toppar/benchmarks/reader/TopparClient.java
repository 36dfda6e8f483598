package io.toppar.benchmarks.reader;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;

/** Toppar's consumer in its default wiring, which keeps no offsets. */
final class TopparClient {

  private TopparClient() {}

  /** A consumer of the whole source from the beginning; the caller closes it. */
  static Consumer reading(Source source) {
    Consumer consumer = Toppar.builder().setAll(Settings.of(source)).consumer();
    consumer.assign(
        source
            .numbers()
            .mapToObj(p -> Assignment.at(new TopicPartition(source.topic(), p), 0))
            .toList());
    return consumer;
  }

  static void rewind(Consumer consumer, Source source) {
    source.numbers().forEach(p -> consumer.seek(new TopicPartition(source.topic(), p), 0));
  }
}
