package io.toppar.testing.memory;

import io.toppar.testing.contracts.BrokerGatewayContract;
import io.toppar.testing.contracts.BrokerGatewayFixture;

final class ThreadedMemoryBrokerGatewayContractTest extends BrokerGatewayContract {

  @Override
  protected BrokerGatewayFixture newFixture() {
    return new MemoryClusterFixture.Threaded();
  }
}
