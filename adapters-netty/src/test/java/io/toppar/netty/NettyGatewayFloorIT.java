package io.toppar.netty;

import io.toppar.testing.contracts.BrokerGatewayContract;
import io.toppar.testing.contracts.BrokerGatewayFixture;

/** The gateway's contract against real brokers, at the oldest versions we speak. */
final class NettyGatewayFloorIT extends BrokerGatewayContract {

  @Override
  protected BrokerGatewayFixture newFixture() {
    return new EmbeddedKafkaFixture(true, true);
  }
}
