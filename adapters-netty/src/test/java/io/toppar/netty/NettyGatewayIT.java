package io.toppar.netty;

import io.toppar.testing.contracts.BrokerGatewayContract;
import io.toppar.testing.contracts.BrokerGatewayFixture;

/** The gateway's contract against real brokers, at the newest versions and over epoll. */
final class NettyGatewayIT extends BrokerGatewayContract {

  @Override
  protected BrokerGatewayFixture newFixture() {
    return new EmbeddedKafkaFixture(false, true);
  }
}
