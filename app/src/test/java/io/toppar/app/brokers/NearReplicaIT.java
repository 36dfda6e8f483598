package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.toppar.app.client.Assignment;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.NettyGateway;
import io.toppar.netty.NettyGatewayOptions;
import io.toppar.ports.BrokerGateway;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A client in the rack of a follower, over three real brokers (KIP-392, F23-F25). */
@NullUnmarked
class NearReplicaIT {

  private static final int ENOUGH = 300;

  private final EmbeddedKafka kafka = ThreeBrokers.KAFKA;

  @Test
  void aFollowerIsReadUntilItIsKilledAndAgainWhenItIsBackAndEveryNumberComesOnce()
      throws Exception {
    kafka.createTopic("near", 1, 3, Map.of());
    int leader = kafka.leader("near", 0);
    int follower = leader % 3 + 1;
    FetchTally tally = new FetchTally(gateway());
    try (NumberedWriter writer = new NumberedWriter(kafka, "near", 1);
        NumberedReader reader =
            new NumberedReader(kafka, Map.of("client.rack", "rack-" + follower), of(tally))) {
      reader.consumer.assign(List.of(Assignment.beginning(new TopicPartition("near", 0))));
      reader.readUntil("records of the follower", () -> tally.sentBy(follower) > 0);
      int before = tally.sentBy(leader);
      reader.readMore(ENOUGH, 1);
      assertThat(tally.sentBy(leader)).as("what the leader sent").isEqualTo(before);

      kafka.kill(follower);
      reader.readUntil("records of the leader", () -> tally.sentBy(leader) > before);
      reader.readMore(ENOUGH, 1);

      kafka.restart(follower);
      int until = tally.sentBy(follower);
      reader.readUntil("records of the follower again", () -> tally.sentBy(follower) > until);
      reader.readMore(ENOUGH, 1);

      int written = writer.end().get(0);
      reader.readUntil("all of " + written, () -> reader.next(0) == written);
      assertThat(reader.told).as("nothing of it concerns the application").isEmpty();
    }
  }

  private BrokerGateway gateway() {
    return new NettyGateway(
        NettyGatewayOptions.builder(kafka.bootstrapServers()).build(), new SystemClock());
  }

  private static Module of(BrokerGateway gateway) {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(BrokerGateway.class).toInstance(gateway);
      }
    };
  }
}
