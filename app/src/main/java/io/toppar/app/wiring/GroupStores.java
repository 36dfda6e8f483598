package io.toppar.app.wiring;

import io.toppar.app.config.Configuration;
import io.toppar.app.engine.BrokerOffsetStore;
import io.toppar.app.engine.ExecutorRunner;
import io.toppar.netty.NettyGateway;
import io.toppar.ports.OffsetStore;
import java.util.SplittableRandom;

/**
 * Makes offset stores at the brokers for tools that look at, or commit, the offsets of groups
 * without a client. Stateless, any thread.
 */
public final class GroupStores {

  private GroupStores() {}

  /** A store with connections of its own, which it closes; the group is part of each key. */
  public static OffsetStore brokers(Configuration configuration) {
    SystemClock clock = new SystemClock();
    NettyGatewayModule module = new NettyGatewayModule();
    NettyGateway gateway = module.gateway(configuration, clock);
    return new BrokerOffsetStore(
        EngineSettings.group(configuration),
        new SplittableRandom(),
        gateway,
        clock,
        new ExecutorRunner(module.loop(gateway).executor(), clock));
  }
}
