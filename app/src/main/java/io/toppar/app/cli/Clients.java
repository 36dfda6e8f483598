package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.DeliveryListener;
import io.toppar.app.client.Producer;
import io.toppar.app.client.ProducerStatisticsListener;
import io.toppar.app.client.StatisticsListener;
import io.toppar.app.config.ConfigKey.Side;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;

/** Makes the clients of the commands; tells which keys of {@code -X} they ignore. Stateless. */
final class Clients {

  private Clients() {}

  static Consumer consumer(Configuration configuration) {
    tellIgnored(configuration, Side.CONSUMER);
    return Toppar.builder().configuration(configuration).consumer();
  }

  /** One that gives its statistics to a listener; a quiet one tells nothing. */
  static Consumer consumer(
      Configuration configuration, boolean quiet, StatisticsListener listener) {
    if (!quiet) {
      tellIgnored(configuration, Side.CONSUMER);
    }
    return Toppar.builder().configuration(configuration).statisticsListener(listener).consumer();
  }

  /** A producer that tells a listener what became of messages. */
  static Producer producer(Configuration configuration, DeliveryListener listener) {
    return Toppar.builder().configuration(configuration).deliveryListener(listener).producer();
  }

  /** One that gives its statistics to another, too; a quiet one tells nothing else. */
  static Producer producer(
      Configuration configuration,
      boolean quiet,
      DeliveryListener listener,
      ProducerStatisticsListener statistics) {
    if (!quiet) {
      tellIgnored(configuration, Side.PRODUCER);
    }
    return Toppar.builder()
        .configuration(configuration)
        .deliveryListener(listener)
        .producerStatisticsListener(statistics)
        .producer();
  }

  private static void tellIgnored(Configuration configuration, Side client) {
    configuration.ignoredBy(client).forEach(line -> Terminal.tell("% -X " + line));
  }
}
