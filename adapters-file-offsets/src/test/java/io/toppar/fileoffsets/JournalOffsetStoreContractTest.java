package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.testing.contracts.OffsetStoreContract;
import io.toppar.testing.contracts.OffsetStoreFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class JournalOffsetStoreContractTest extends OffsetStoreContract {

  @TempDir Path directory;

  @Override
  protected OffsetStoreFixture newFixture() {
    return new JournalFixture(directory);
  }

  private record JournalFixture(Path directory, FaultyFileOps files) implements OffsetStoreFixture {

    JournalFixture(Path directory) {
      this(directory, new FaultyFileOps());
    }

    @Override
    public OffsetStore newStore() {
      FileOffsetOptions options = FileOffsetOptions.of(directory).withFileOps(files);
      return new JournalOffsetStore(options, new JvmClock());
    }

    @Override
    public boolean keysAreApart() {
      return false;
    }

    @Override
    public void failLoads(OffsetKey key) {
      files.fail(FaultyFileOps.Call.OPEN, JournalName.FILE, "Input/output error");
    }

    @Override
    public void failStores(OffsetKey key) {
      files.fail(FaultyFileOps.Call.WRITE, JournalName.FILE, "No space left on device");
    }

    @Override
    public void failSyncs() {
      files.fail(FaultyFileOps.Call.FORCE, "", "Input/output error");
      files.fail(FaultyFileOps.Call.OUTPUT_FORCE, "", "Input/output error");
    }

    @Override
    public void heal() {
      files.heal();
    }

    @Override
    public void close() {}
  }
}
