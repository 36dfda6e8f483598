package io.toppar.netty;

import io.toppar.testing.contracts.BrokerGatewayContract;
import io.toppar.testing.contracts.BrokerGatewayFixture;

/** The gateway's contract against real brokers over NIO, as where there is no epoll. */
final class NettyGatewayNioIT extends BrokerGatewayContract {

  @Override
  protected BrokerGatewayFixture newFixture() {
    return new EmbeddedKafkaFixture(false, false);
  }
}
