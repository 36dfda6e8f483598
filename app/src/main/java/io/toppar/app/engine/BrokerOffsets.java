package io.toppar.app.engine;

import io.toppar.domain.GroupConfig;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import java.util.random.RandomGenerator;

/**
 * What an {@link Engine} is made of when it keeps its offsets where it reads: a {@link
 * BrokerOffsetStore}, and the gateway and the runner of both, which the engine is to be given
 * through here. Any thread; serves one engine.
 */
public final class BrokerOffsets {

  private final GatewayShares gateways;
  private final RunnerShares runners;
  private final OffsetStore store;

  /**
   * Shares a gateway and a runner, which nobody else may use, between an engine and its store.
   *
   * @param random for the jitter of waits; the duty thread's from now on
   */
  public BrokerOffsets(
      GroupConfig config,
      RandomGenerator random,
      BrokerGateway gateway,
      Clock clock,
      DutyRunner runner) {
    gateways = new GatewayShares(gateway);
    runners = new RunnerShares(runner);
    store = new BrokerOffsetStore(config, random, gateways.second(), clock, runners.second());
  }

  /** The store. */
  public OffsetStore store() {
    return store;
  }

  /** The engine's gateway. */
  public BrokerGateway gateway() {
    return gateways.first();
  }

  /** The engine's runner. */
  public DutyRunner runner() {
    return runners.first();
  }
}
