package io.toppar.app.engine;

import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.GroupConfig;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.testing.contracts.OffsetStoreContract;
import io.toppar.testing.contracts.OffsetStoreFixture;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.RequestFamily;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

final class BrokerOffsetStoreContractTest extends OffsetStoreContract {

  private static final long MILLI = 1_000_000;

  @Override
  protected OffsetStoreFixture newFixture() {
    return new ThreeBrokersInMemory();
  }

  /** Each store has a thread and a gateway of its own, by real time. */
  private static final class ThreeBrokersInMemory implements OffsetStoreFixture {

    private final Clock clock = new SystemClock();
    private final MemoryCluster cluster = new MemoryCluster(clock, 3);

    ThreeBrokersInMemory() {
      cluster.createTopic("t", 4);
      cluster.createTopic("u", 1);
    }

    @Override
    public OffsetStore newStore() {
      GroupConfig config =
          new GroupConfig(10 * MILLI, 100 * MILLI, 30_000 * MILLI, 60_000 * MILLI, 10_000);
      return new BrokerOffsetStore(
          config,
          new SplittableRandom(7),
          MemoryBrokerGateway.threaded(cluster, clock),
          clock,
          new ThreadRunner("offsets", clock));
    }

    @Override
    public @Nullable String group(@Nullable String name) {
      return name == null ? "g" : name;
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
      deny(RequestFamily.OFFSET_FETCH, key);
    }

    @Override
    public void failStores(OffsetKey key) {
      deny(RequestFamily.OFFSET_COMMIT, key);
    }

    @Override
    public void failSyncs() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void heal() {
      cluster.clearFaults();
    }

    @Override
    public void close() {}

    private void deny(RequestFamily family, OffsetKey key) {
      FaultTarget target = FaultTarget.next(family).of(key.topicPartition()).times(1_000);
      cluster.inject(new BrokerFault.FailPartition(target, ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    }
  }
}
