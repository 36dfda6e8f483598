package io.toppar.testing.kafka;

import java.util.concurrent.CountDownLatch;

/** A program that starts some brokers, freezes the last and is then killed by the test. */
final class FrozenBrokerParent {
  private FrozenBrokerParent() {}

  public static void main(String[] args) throws InterruptedException {
    int nodes = Integer.parseInt(args[0]);
    EmbeddedKafka kafka = EmbeddedKafka.start(nodes);
    kafka.freeze(nodes);
    System.out.println(kafka.folder());
    new CountDownLatch(1).await();
  }
}
