package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.DeliveryListener;
import io.toppar.app.client.Producer;
import io.toppar.app.client.ProducerStatisticsListener;
import io.toppar.app.client.StatisticsListener;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;

/** Makes the clients of the commands. Stateless. */
final class Clients {

  private Clients() {}

  static Consumer consumer(Configuration configuration) {
    return Toppar.builder().configuration(configuration).consumer();
  }

  /** One that gives its statistics to a listener. */
  static Consumer consumer(Configuration configuration, StatisticsListener listener) {
    return Toppar.builder().configuration(configuration).statisticsListener(listener).consumer();
  }

  /** A producer that tells a listener what became of messages. */
  static Producer producer(Configuration configuration, DeliveryListener listener) {
    return Toppar.builder().configuration(configuration).deliveryListener(listener).producer();
  }

  /** One that gives its statistics to another, too. */
  static Producer producer(
      Configuration configuration,
      DeliveryListener listener,
      ProducerStatisticsListener statistics) {
    return Toppar.builder()
        .configuration(configuration)
        .deliveryListener(listener)
        .producerStatisticsListener(statistics)
        .producer();
  }
}
