package io.toppar.testing.memory;

import io.toppar.testing.contracts.BrokerGatewayContract;
import io.toppar.testing.contracts.BrokerGatewayFixture;

final class MemoryBrokerGatewayContractTest extends BrokerGatewayContract {

  @Override
  protected BrokerGatewayFixture newFixture() {
    return new MemoryClusterFixture.Stepped(new ManualClock());
  }
}
