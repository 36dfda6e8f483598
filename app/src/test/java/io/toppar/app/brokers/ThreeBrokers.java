package io.toppar.app.brokers;

import io.toppar.testing.kafka.EmbeddedKafka;
import org.jspecify.annotations.NullUnmarked;

/**
 * Three real brokers, each in a rack of its own, for all tests that trouble them; they end with
 * this JVM. Whoever stops one brings it back.
 */
@NullUnmarked
final class ThreeBrokers {

  static final EmbeddedKafka KAFKA =
      EmbeddedKafka.builder()
          .nodes(3)
          .config("broker.session.timeout.ms", "3000")
          .config("broker.rack", "rack-{node}")
          .config(
              "replica.selector.class", "org.apache.kafka.common.replica.RackAwareReplicaSelector")
          .config("replica.lag.time.max.ms", "2000")
          .start();

  private ThreeBrokers() {}
}
