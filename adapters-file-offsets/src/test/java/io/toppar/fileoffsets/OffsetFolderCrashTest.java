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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One script of stores, cut at every step it takes on the disk. */
final class OffsetFolderCrashTest {

  private static final OffsetKey T0 = new OffsetKey(new TopicPartition("t", 0), null);
  private static final OffsetKey T1 = new OffsetKey(new TopicPartition("t", 1), "g");
  private static final List<OffsetKey> KEYS = List.of(T0, T1);

  private final Map<OffsetKey, Long> completed = new HashMap<>();
  private final Map<OffsetKey, Long> submitted = new HashMap<>();
  private final Set<String> failures = new LinkedHashSet<>();

  @ParameterizedTest
  @ValueSource(longs = {FileOffsetOptions.SYNC_NEVER, FileOffsetOptions.SYNC_EACH, 1000})
  void aProcessThatDiesAtAnyStepLeavesTheOldOffsetOrTheNew(long syncMillis) {
    int steps = stepsOfTheScript(syncMillis);
    for (int step = 1; step <= steps; step++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.dieAtStep(step);
      assertThat(runUntilDeath(disk, syncMillis)).as("death at step %d", step).isTrue();
      disk.killProcesses();
      assertOldOrNew(disk, "died at step " + step);
    }
  }

  @Test
  void aPowerFailureAtAnyStepLeavesTheOldOffsetOrTheNewIfEachWriteIsSynced() {
    int steps = stepsOfTheScript(FileOffsetOptions.SYNC_EACH);
    for (int step = 1; step <= steps; step++) {
      for (int seed = 0; seed < 20; seed++) {
        SimulatedDisk disk = new SimulatedDisk();
        disk.dieAtStep(step);
        runUntilDeath(disk, FileOffsetOptions.SYNC_EACH);
        disk.powerFailure(new Random(seed));
        assertOldOrNew(disk, "power failed at step " + step + ", seed " + seed);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {FileOffsetOptions.SYNC_NEVER, 1000})
  void aPowerFailureAfterASyncLosesNothing(long syncMillis) {
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      OffsetFolder folder = OffsetFolderTest.folder(disk.process(1), syncMillis);
      script(folder);
      store(folder, T0, 77);
      store(folder, T1, 88);
      folder.sync();
      disk.powerFailure(new Random(seed));
      assertOldOrNew(disk, "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {FileOffsetOptions.SYNC_NEVER, FileOffsetOptions.SYNC_EACH, 1000})
  void aCallThatFailsAtAnyStepFailsOneOperationAtMostAndKeepsTheLastOffset(long syncMillis) {
    int steps = stepsOfTheScript(syncMillis);
    for (int step = 1; step <= steps; step++) {
      SimulatedDisk disk = new SimulatedDisk();
      completed.clear();
      submitted.clear();
      failures.clear();
      disk.failAtStep(step);
      script(OffsetFolderTest.folder(disk.process(1), syncMillis));
      assertThat(failures).as("failed at step %d", step).hasSizeLessThanOrEqualTo(1);
      assertOldOrNew(disk, "failed at step " + step);
    }
  }

  private int stepsOfTheScript(long syncMillis) {
    SimulatedDisk disk = new SimulatedDisk();
    script(OffsetFolderTest.folder(disk.process(1), syncMillis));
    assertThat(failures).isEmpty();
    assertThat(disk.steps()).isGreaterThan(40);
    return disk.steps();
  }

  private boolean runUntilDeath(SimulatedDisk disk, long syncMillis) {
    completed.clear();
    submitted.clear();
    try {
      script(OffsetFolderTest.folder(disk.process(1), syncMillis));
      return false;
    } catch (SimulatedDisk.Died died) {
      return true;
    }
  }

  private void script(OffsetFolder folder) {
    noteFailure(folder.load(T0));
    store(folder, T0, 1);
    store(folder, T0, 20);
    store(folder, T1, 7);
    noteFailure(folder.sync());
    store(folder, T0, 300);
    noteFailure(folder.release(T0));
    store(folder, T0, 4);
    store(folder, T1, 1234567890123L);
    folder.onDeadline(10_000_000_000L);
    store(folder, T1, 8);
    folder.close();
  }

  private void store(OffsetFolder folder, OffsetKey key, long offset) {
    submitted.put(key, offset);
    StoreOutcome outcome = folder.store(key, offset, 0);
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
  private void assertOldOrNew(SimulatedDisk disk, String what) {
    OffsetFolder next = OffsetFolderTest.folder(disk.process(2), FileOffsetOptions.SYNC_EACH);
    for (OffsetKey key : KEYS) {
      StoreOutcome outcome = next.load(key);
      assertThat(outcome).as(what).isInstanceOf(Loaded.class);
      assertThat(((Loaded) outcome).warning()).as(what).isNull();
      assertThat(offsetOf((Loaded) outcome)).as(what).isIn(completed.get(key), submitted.get(key));
      assertThat(next.store(key, 99, 0)).as(what).isEqualTo(new Stored());
      assertThat(next.load(key)).as(what).isEqualTo(new Loaded(StoredOffset.of(99), null));
    }
    assertThat(disk.text(Path.of("/offs/.t-0.tmp"))).as(what).isNull();
  }

  private static @Nullable Long offsetOf(Loaded loaded) {
    return loaded.offset() == null ? null : loaded.offset().offset();
  }
}
