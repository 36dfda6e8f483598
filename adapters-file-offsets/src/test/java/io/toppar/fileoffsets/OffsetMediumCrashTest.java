package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One script of stores, cut at every step it takes on the disk. */
final class OffsetMediumCrashTest {

  private static final OffsetKey T0 = new OffsetKey(new TopicPartition("t", 0), null);
  private static final OffsetKey T1 = new OffsetKey(new TopicPartition("t", 1), "g");
  private static final Path FOLDER = Path.of("/offs");
  private static final int COMPACT_ABOVE_BYTES = 150;
  private static final List<OffsetKey> KEYS = List.of(T0, T1);

  private final Map<OffsetKey, Long> completed = new HashMap<>();
  private final Map<OffsetKey, Long> submitted = new HashMap<>();
  private final Set<String> failures = new LinkedHashSet<>();

  @ParameterizedTest
  @CsvSource({"FILES, -1", "FILES, 0", "FILES, 1000", "JOURNAL, -1", "JOURNAL, 0", "JOURNAL, 1000"})
  void aProcessThatDiesAtAnyStepLeavesTheOldOffsetOrTheNew(OffsetLayout layout, long syncMillis) {
    int steps = stepsOfTheScript(layout, syncMillis);
    for (int step = 1; step <= steps; step++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.dieAtStep(step);
      assertThat(runUntilDeath(disk, layout, syncMillis)).as("death at step %d", step).isTrue();
      disk.killProcesses();
      assertOldOrNew(disk, layout, "died at step " + step);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPowerFailureAtAnyStepLeavesTheOldOffsetOrTheNewIfEachWriteIsSynced(OffsetLayout layout) {
    int steps = stepsOfTheScript(layout, FileOffsetOptions.SYNC_EACH);
    for (int step = 1; step <= steps; step++) {
      for (int seed = 0; seed < 20; seed++) {
        SimulatedDisk disk = new SimulatedDisk();
        disk.dieAtStep(step);
        runUntilDeath(disk, layout, FileOffsetOptions.SYNC_EACH);
        disk.powerFailure(new Random(seed));
        assertOldOrNew(disk, layout, "power failed at step " + step + ", seed " + seed);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"FILES, -1", "FILES, 1000", "JOURNAL, -1", "JOURNAL, 1000"})
  void aPowerFailureAfterASyncLosesNothing(OffsetLayout layout, long syncMillis) {
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      OffsetMedium medium = medium(disk.process(1), layout, syncMillis);
      script(medium);
      store(medium, T0, 77);
      store(medium, T1, 88);
      medium.sync();
      disk.powerFailure(new Random(seed));
      assertOldOrNew(disk, layout, "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1000})
  void aPowerFailureAfterASyncDoesNotForgetWhoseAFileIs(long syncMillis) {
    OffsetKey owner = new OffsetKey(new TopicPartition("t-1", 2), "g");
    OffsetKey ofTheSameName = new OffsetKey(new TopicPartition("t", 1), "2-g");
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      OffsetMedium medium = medium(disk.process(1), OffsetLayout.FILES, syncMillis);
      store(medium, owner, 77);
      if (syncMillis != FileOffsetOptions.SYNC_EACH) {
        medium.sync();
      }
      disk.powerFailure(new Random(seed));
      OffsetMedium next = medium(disk.process(2), OffsetLayout.FILES, syncMillis);
      assertThat(next.load(ofTheSameName)).as("seed %d", seed).isInstanceOf(Failed.class);
      assertThat(next.load(owner)).isEqualTo(new Loaded(StoredOffset.of(77), null));
    }
  }

  @ParameterizedTest
  @CsvSource({"FILES, -1", "FILES, 0", "FILES, 1000", "JOURNAL, -1", "JOURNAL, 0", "JOURNAL, 1000"})
  void aCallThatFailsAtAnyStepFailsOneOperationAtMostAndKeepsTheLastOffset(
      OffsetLayout layout, long syncMillis) {
    int steps = stepsOfTheScript(layout, syncMillis);
    for (int step = 1; step <= steps; step++) {
      SimulatedDisk disk = new SimulatedDisk();
      completed.clear();
      submitted.clear();
      failures.clear();
      disk.failAtStep(step);
      script(medium(disk.process(1), layout, syncMillis));
      assertThat(failures).as("failed at step %d", step).hasSizeLessThanOrEqualTo(1);
      assertOldOrNew(disk, layout, "failed at step " + step);
    }
  }

  private int stepsOfTheScript(OffsetLayout layout, long syncMillis) {
    SimulatedDisk disk = new SimulatedDisk();
    script(medium(disk.process(1), layout, syncMillis));
    assertThat(failures).isEmpty();
    assertThat(disk.steps()).isGreaterThan(30);
    if (layout == OffsetLayout.JOURNAL) {
      assertThat(disk.takeCalls().stream().filter("rename toppar.journal"::equals).count())
          .as("made and compacted")
          .isGreaterThan(1);
    }
    return disk.steps();
  }

  private boolean runUntilDeath(SimulatedDisk disk, OffsetLayout layout, long syncMillis) {
    completed.clear();
    submitted.clear();
    try {
      script(medium(disk.process(1), layout, syncMillis));
      return false;
    } catch (SimulatedDisk.Died died) {
      return true;
    }
  }

  private void script(OffsetMedium medium) {
    noteFailure(medium.load(T0));
    store(medium, T0, 1);
    store(medium, T0, 20);
    store(medium, T1, 7);
    noteFailure(medium.sync());
    store(medium, T0, 300);
    noteFailure(medium.release(T0));
    store(medium, T0, 4);
    store(medium, T1, 1234567890123L);
    medium.onDeadline(10_000_000_000L);
    for (int offset = 1000; offset < 1012; offset++) {
      store(medium, T1, offset);
    }
    medium.close();
  }

  private void store(OffsetMedium medium, OffsetKey key, long offset) {
    submitted.put(key, offset);
    StoreOutcome outcome = put(medium, key, offset);
    noteFailure(outcome);
    if (outcome instanceof Stored) {
      completed.put(key, offset);
    }
  }

  private void noteFailure(StoreOutcome outcome) {
    if (outcome instanceof Failed failed) {
      failures.add(failed.detail());
    }
  }

  /** Then the next process takes over, so both keys must be free and writable too. */
  private void assertOldOrNew(SimulatedDisk disk, OffsetLayout layout, String what) {
    OffsetMedium next = medium(disk.process(2), layout, FileOffsetOptions.SYNC_EACH);
    for (OffsetKey key : KEYS) {
      StoreOutcome outcome = next.load(key);
      assertThat(outcome).as(what).isInstanceOf(Loaded.class);
      assertThat(((Loaded) outcome).warning()).as(what).isNull();
      assertThat(offsetOf((Loaded) outcome)).as(what).isIn(completed.get(key), submitted.get(key));
      assertThat(put(next, key, 99)).as(what).isEqualTo(new Stored());
      assertThat(next.load(key)).as(what).isEqualTo(new Loaded(StoredOffset.of(99), null));
    }
    assertThat(disk.text(FOLDER.resolve(".t-0.tmp"))).as(what).isNull();
    assertThat(disk.text(FOLDER.resolve(".toppar.journal.tmp"))).as(what).isNull();
  }

  private static StoreOutcome put(OffsetMedium medium, OffsetKey key, long offset) {
    return medium.store(key, StoredOffset.of(offset), 0).orElseGet(() -> medium.flush(0));
  }

  /** The journal is so small that the script has it compacted. */
  private static OffsetMedium medium(FileOps files, OffsetLayout layout, long syncMillis) {
    FileOffsetOptions options =
        FileOffsetOptions.of(FOLDER).withFileOps(files).withSyncIntervalMillis(syncMillis);
    return layout == OffsetLayout.FILES
        ? new OffsetFolder(options)
        : new OffsetJournal(options, COMPACT_ABOVE_BYTES);
  }

  private static @Nullable Long offsetOf(Loaded loaded) {
    return loaded.offset() == null ? null : loaded.offset().offset();
  }
}
