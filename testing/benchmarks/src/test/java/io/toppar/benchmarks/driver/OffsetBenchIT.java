package io.toppar.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run over few partitions and entries. */
class OffsetBenchIT {

  @TempDir Path folder;

  @Test
  void bothLayoutsAndTheRecoveryAreMeasuredAndCleanedUp() throws Exception {
    OffsetBench bench =
        OffsetBench.of(
            "--folder",
            folder.toString(),
            "--partitions",
            "2",
            "--syncs",
            "interval",
            "--times",
            "2",
            "--entries",
            "1000",
            "--recovered",
            "10",
            "--rounds",
            "1");

    assertThat(bench.stores())
        .contains("| partitions, sync | files, ms | journal, ms | files / journal |")
        .containsPattern("\\| 2, interval (\\| [0-9]+\\.?[0-9]* ){5}");
    assertThat(bench.recovery()).containsPattern("\\| 10 \\| [0-9]+ \\| [0-9]+ \\| 0.0 \\|");
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
