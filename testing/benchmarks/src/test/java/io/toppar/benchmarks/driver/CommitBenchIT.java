package io.toppar.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A short run. It fails unless everything is committed. */
class CommitBenchIT {

  @Test
  void bothClientsCommitAndRequestsAreCounted() throws InterruptedException {
    try (BenchBroker broker = new BenchBroker()) {
      Samples samples =
          CommitBench.of("--partitions", "1,50", "--rounds", "2", "--warming", "1").measure(broker);

      assertThat(samples.subjects()).containsExactly("1", "50");
      for (String count : samples.subjects()) {
        assertThat(samples.median(count, "requests"))
            .as("requests for %s", count)
            .isBetween(1., 2.);
        assertThat(samples.median(count, "toppar.ms")).isPositive();
        assertThat(samples.median(count, "kafka.ms")).isPositive();
      }
    }
  }
}
