package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.testing.contracts.OffsetStoreContract;
import io.toppar.testing.contracts.OffsetStoreFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class FileOffsetStoreContractTest extends OffsetStoreContract {

  @TempDir Path directory;

  @Override
  protected OffsetStoreFixture newFixture() {
    return new FileFixture(directory);
  }

  private record FileFixture(Path directory, FaultyFileOps files) implements OffsetStoreFixture {

    FileFixture(Path directory) {
      this(directory, new FaultyFileOps());
    }

    @Override
    public OffsetStore newStore() {
      FileOffsetOptions options = FileOffsetOptions.of(directory).withFileOps(files);
      return new FileOffsetStore(options, new JvmClock());
    }

    @Override
    public void failLoads(OffsetKey key) {
      files.fail(FaultyFileOps.Call.READ, fileName(key), "Input/output error");
    }

    @Override
    public void failStores(OffsetKey key) {
      files.fail(FaultyFileOps.Call.RENAME, fileName(key), "No space left on device");
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

    private static String fileName(OffsetKey key) {
      try {
        return OffsetFileName.of(key).offsetFile();
      } catch (StoreRefusal refused) {
        throw new AssertionError(refused);
      }
    }
  }
}
