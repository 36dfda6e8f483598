package io.toppar.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A short run. A measured process fails unless every pass brings exactly the records there are. */
class ReadBenchIT {

  /** More than one reply brings. */
  private static final int RECORDS = 80_000;

  private static final int PASSES = 2;

  @Test
  void everyModeReadsAllRecordsInEachPass() {
    try (BenchBroker broker = new BenchBroker()) {
      Samples samples =
          ReadBench.of("--records", "" + RECORDS, "--passes", "" + PASSES, "--rounds", "1")
              .measure(broker, "lz4");

      assertThat(samples.subjects())
          .containsExactly("raw", "toppar-batch", "toppar-record", "kafka");
      for (String mode : samples.subjects()) {
        assertThat(samples.median(mode, "value.bytes"))
            .as("bytes of values that %s decoded", mode)
            .isEqualTo(mode.equals("raw") ? 0 : RECORDS * PASSES * 100.0);
        assertThat(samples.median(mode, "steady.rate")).as("rate of %s", mode).isPositive();
        assertThat(samples.median(mode, "peak.mb")).as("peak of %s", mode).isPositive();
      }
    }
  }
}
