package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Deleted;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Released;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A path that is a file, which librdkafka takes for the offset file itself (B125). */
final class SingleOffsetFileTest {

  private static final Path FILE = Path.of("/offs/mine");
  private static final OffsetKey T0 = key("t", 0, null);
  private static final OffsetKey T1 = key("t", 1, null);

  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void aPathThatIsAFileIsReadAndWrittenAsTheOffsetFileItself() {
    disk.put(FILE, "42\n");
    OffsetFolder store = store(1);
    assertLoads(store, T0, 42);
    assertThat(store.store(T0, 9, 0)).isEqualTo(new Stored());
    assertThat(disk.text(FILE)).isEqualTo("9\n");
    assertThat(store.sync()).isEqualTo(new Synced());
    store.close();
    assertLoads(store(2), T0, 9);
  }

  @Test
  @DisplayName("a second partition is refused with both names, in one process and later (B125)")
  void aSecondPartitionIsRefused() {
    disk.put(FILE, "42\n");
    OffsetFolder store = store(1);
    store.load(T0);
    assertShared(store.load(T1), "t[1] would share the file /offs/mine with t[0]");
    assertShared(store.store(T1, 5, 0), "name a folder");
    assertThat(store.release(T0)).isEqualTo(new Released());
    assertShared(store.store(T1, 5, 0), "t[0]");
    store.close();
    assertShared(store(2).store(T1, 5, 0), "t[0]");
    assertShared(store(3).store(key("t", 0, "g"), 5, 0), "t[0] of group g", "with t[0];");
    assertThat(disk.text(FILE)).isEqualTo("42\n");
  }

  @Test
  void aFileThatHoldsSomethingElseIsNotOverwritten() {
    disk.put(FILE, "dear diary");
    StoreOutcome refused = store(1).store(T0, 5, 0);
    assertThat(((Failed) refused).reason()).isEqualTo(Reason.IO);
    assertThat(((Failed) refused).detail())
        .contains("/offs/mine is a file and holds no number alone", "not taken for an offset file");
    assertThat(disk.text(FILE)).isEqualTo("dear diary");
    disk.put(FILE, "");
    assertThat(store(2).store(T0, 5, 0)).isEqualTo(new Stored());
  }

  @Test
  void anOffsetFileOfOursThatWasDamagedIsReplacedWithAWarning() {
    disk.put(FILE, "42");
    store(1).load(T0);
    disk.killProcesses();
    disk.put(FILE, "\0\0\0");
    OffsetFolder store = store(2);
    assertThat(((Loaded) store.load(T0)).warning()).contains("zero bytes");
    assertThat(store.store(T0, 43, 0)).isEqualTo(new Stored());
    assertThat(disk.text(FILE)).isEqualTo("43\n");
  }

  @Test
  void anotherProcessIsRefusedWhileTheFileIsHeld() {
    disk.put(FILE, "42\n");
    store(1).load(T0);
    StoreOutcome refused = store(2).load(T0);
    assertThat(((Failed) refused).reason()).isEqualTo(Reason.IN_USE);
    assertThat(((Failed) refused).detail()).contains("/offs/mine is in use by process 1");
  }

  @Test
  void aSingleFileThatIsRemovedIsWrittenAgainByTheNextStore() {
    disk.put(FILE, "42\n");
    OffsetFolder store = store(1);
    store.load(T0);
    disk.deleteAll(Path.of("/offs"));
    assertThat(store.store(T0, 43, 0)).isEqualTo(new Stored());
    assertThat(disk.text(FILE)).isEqualTo("43\n");
  }

  @Test
  void aDeletedOffsetLeavesAnEmptyFileSoThatThePathStaysThatOfAFile() {
    disk.put(FILE, "42\n");
    OffsetFolder store = store(1);
    assertThat(store.delete(T0, 0)).isEqualTo(new Deleted());
    assertThat(disk.text(FILE)).isEmpty();
    assertThat(((Loaded) store.load(T0)).offset()).isNull();
    assertThat(((Loaded) store.load(T0)).warning()).contains("/offs/mine is empty");
    assertThat(store.store(T0, 7, 0)).isEqualTo(new Stored());
    assertLoads(store, T0, 7);
  }

  private OffsetFolder store(long process) {
    return new OffsetFolder(FileOffsetOptions.of(FILE).withFileOps(disk.process(process)));
  }

  private static void assertLoads(OffsetFolder store, OffsetKey key, long offset) {
    assertThat(store.load(key)).isEqualTo(new Loaded(StoredOffset.of(offset), null));
  }

  private static void assertShared(StoreOutcome outcome, String... said) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isEqualTo(Reason.BAD_KEY);
    assertThat(((Failed) outcome).detail()).contains(said).doesNotContain("\n");
  }

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }
}
