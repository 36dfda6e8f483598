package io.toppar.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Short runs. A measured process fails unless every record is acknowledged and in its topic. */
class ProduceBenchIT {

  private static final List<String> MODES = List.of("kafka", "toppar", "toppar-callback");
  private static BenchBroker broker;

  @BeforeAll
  static void start() {
    broker = new BenchBroker();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void everyClientWritesAllRecordsFromSeveralThreads() {
    try (LineFile lines = LineFile.of(100, 20_001)) {
      Samples samples =
          ProduceBench.of(
                  broker,
                  "--modes",
                  String.join(",", MODES),
                  "--jvm",
                  "launcher",
                  "--passes",
                  "2",
                  "--rounds",
                  "1")
              .measure(lines, "all", "lz4", 2);

      assertThat(samples.subjects()).containsExactlyElementsOf(MODES);
      for (String mode : MODES) {
        assertThat(samples.median(mode, "first.rate")).as("rate of %s", mode).isPositive();
        assertThat(samples.median(mode, "steady.rate")).as("rate of %s", mode).isPositive();
        assertThat(samples.median(mode, "peak.mb")).as("peak of %s", mode).isPositive();
      }
    }
  }

  @Test
  void aProgramThatWritesTheLinesOfAFileHasFiguresWhereItIsThere() {
    try (LineFile lines = LineFile.of(100, 1_000)) {
      Samples samples =
          ProduceBench.of(broker, "--modes", "kcat", "--rounds", "1")
              .measure(lines, "1", "none", 1);

      boolean isThere = NativeProducer.KCAT.unfit("none", 1).isEmpty();
      assertThat(samples.subjects())
          .containsExactlyElementsOf(isThere ? List.of("kcat") : List.of());
      assertThat(samples.median("kcat", "steady.rate") > 0).isEqualTo(isThere);
    }
  }

  @Test
  void aTopicWithOtherThanWhatWasWrittenIsNoMeasurement() {
    broker.createTopic("short", 1);

    assertThatThrownBy(() -> broker.deleteTopicOf("short", 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("short holds 0 records, 1 were written");
  }

  @Test
  void wholeProcessesWriteAsManyRecordsAsThereAreLines() {
    Samples samples =
        ProduceWholeBench.of(
                broker,
                Path.of("toppar"),
                "--toppar",
                "false",
                "--records",
                "1000",
                "--rounds",
                "1")
            .measure("lz4");

    assertThat(samples.subjects())
        .contains(
            ProduceWholeBench.KAFKA,
            ProduceWholeBench.KAFKA_DEFAULT,
            ProduceWholeBench.KAFKA_RANDOM);
    for (String process : samples.subjects()) {
      assertThat(samples.median(process, TimedCommand.CPU)).as("CPU of %s", process).isPositive();
    }
  }

  @Test
  void everyRecordAtTheFixedRateHasALatency() {
    Samples samples =
        LatencyBench.of(
                broker,
                "--modes",
                String.join(",", MODES),
                "--rate",
                "2000",
                "--warming",
                "1",
                "--seconds",
                "1",
                "--rounds",
                "1")
            .measure(0);

    assertThat(samples.subjects()).containsExactlyElementsOf(MODES);
    for (String mode : MODES) {
      assertThat(samples.median(mode, "p50.ms")).as("median of %s", mode).isPositive();
      assertThat(samples.median(mode, "p99.9.ms"))
          .as("tail of %s", mode)
          .isBetween(samples.median(mode, "p50.ms"), samples.median(mode, "max.ms"));
    }
  }
}
