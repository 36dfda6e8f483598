package io.toppar.netty;

import io.toppar.testing.contracts.BrokerGatewayContract;
import io.toppar.testing.contracts.BrokerGatewayFixture;

/**
 * The gateway's contract against real brokers, at the oldest versions we speak and over NIO, as
 * where there is no epoll: what a transport does depends on no version.
 */
final class NettyGatewayFloorIT extends BrokerGatewayContract {

  @Override
  protected BrokerGatewayFixture newFixture() {
    return new EmbeddedKafkaFixture(true, false);
  }
}
