package io.toppar.testing.memory;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.testing.contracts.OffsetStoreContract;
import io.toppar.testing.contracts.OffsetStoreFixture;
import io.toppar.testing.memory.StoreFault.Fail;
import io.toppar.testing.memory.StoreFault.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

final class MemoryOffsetStoreContractTest extends OffsetStoreContract {

  @Override
  protected OffsetStoreFixture newFixture() {
    return new MemoryFixture();
  }

  /** Its faults hit the next operation only, which is all the contract does before it heals. */
  private static final class MemoryFixture implements OffsetStoreFixture {

    private final MemoryOffsets offsets = new MemoryOffsets();
    private final List<MemoryOffsetStore> stores = new ArrayList<>();

    @Override
    public OffsetStore newStore() {
      MemoryOffsetStore store = new MemoryOffsetStore(offsets, ForkJoinPool.commonPool());
      stores.add(store);
      return store;
    }

    @Override
    public void failLoads(OffsetKey key) {
      inject(Operation.LOAD);
    }

    @Override
    public void failStores(OffsetKey key) {
      inject(Operation.STORE);
    }

    @Override
    public void failSyncs() {
      inject(Operation.SYNC);
    }

    @Override
    public void heal() {}

    @Override
    public void close() {}

    private void inject(Operation operation) {
      stores.forEach(store -> store.inject(new Fail(operation, Reason.IO, "a bad block")));
    }
  }
}
