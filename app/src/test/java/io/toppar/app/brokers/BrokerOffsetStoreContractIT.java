package io.toppar.app.brokers;

import io.toppar.app.engine.BrokerOffsetStore;
import io.toppar.app.engine.ThreadRunner;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.GroupConfig;
import io.toppar.netty.NettyGateway;
import io.toppar.netty.NettyGatewayOptions;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.testing.contracts.OffsetStoreContract;
import io.toppar.testing.contracts.OffsetStoreFixture;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/** Offsets at real brokers, under groups that no other test uses. */
final class BrokerOffsetStoreContractIT extends OffsetStoreContract {

  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final long MILLI = 1_000_000;

  @BeforeAll
  static void createTopics() {
    ThreeBrokers.KAFKA.createTopic("t", 4);
    ThreeBrokers.KAFKA.createTopic("u", 1);
  }

  @Override
  protected OffsetStoreFixture newFixture() {
    return new RealBrokers("contract-" + TESTS.incrementAndGet());
  }

  /** Each store is a process of its own as far as brokers can see. */
  private static final class RealBrokers implements OffsetStoreFixture {

    private final Clock clock = new SystemClock();
    private final String group;

    RealBrokers(String group) {
      this.group = group;
    }

    @Override
    public OffsetStore newStore() {
      GroupConfig config =
          new GroupConfig(100 * MILLI, 1_000 * MILLI, 30_000 * MILLI, 60_000 * MILLI, 10_000);
      return new BrokerOffsetStore(
          config,
          new SplittableRandom(7),
          new NettyGateway(
              NettyGatewayOptions.builder(ThreeBrokers.KAFKA.bootstrapServers()).build(), clock),
          clock,
          new ThreadRunner("offsets", clock));
    }

    @Override
    public @Nullable String group(@Nullable String name) {
      return name == null ? group : group + "-" + name;
    }

    @Override
    public boolean fails() {
      return false;
    }

    @Override
    public boolean lists() {
      return true;
    }

    @Override
    public boolean failsSyncs() {
      return false;
    }

    @Override
    public void failLoads(OffsetKey key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void failStores(OffsetKey key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void failSyncs() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void heal() {}

    @Override
    public void close() {}
  }
}
