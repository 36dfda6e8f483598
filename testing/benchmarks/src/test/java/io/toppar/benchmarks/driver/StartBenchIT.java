package io.toppar.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A short run, with a program in place of the launcher that prints what it is asked to do. */
class StartBenchIT {

  @Test
  void everyProcessIsTimedToItsFirstRecord() {
    try (BenchBroker broker = new BenchBroker()) {
      Samples samples =
          StartBench.of(Path.of("/bin/echo"), "--rounds", "1", "--archive", "false")
              .measure(broker);

      assertThat(samples.subjects())
          .containsExactly(
              StartBench.COMMAND, StartBench.TOPPAR, StartBench.KAFKA, StartBench.KAFKA_DEFAULT);
      for (String process : samples.subjects()) {
        assertThat(samples.median(process, TimedCommand.FIRST_OUTPUT))
            .as("first record of %s", process)
            .isPositive();
        assertThat(samples.median(process, TimedCommand.ELAPSED)).as(process).isPositive();
      }
      assertThat(samples.median(StartBench.TOPPAR, TimedCommand.FIRST_OUTPUT))
          .as("a JVM's first record comes later than a word of echo")
          .isGreaterThan(samples.median(StartBench.COMMAND, TimedCommand.FIRST_OUTPUT));
    }
  }

  @Test
  void aProcessWithoutOutputHasNoFirstOutput() {
    Map<String, Double> figures = TimedCommand.run(List.of("true"));

    assertThat(figures).containsKeys(TimedCommand.CPU, TimedCommand.ELAPSED);
    assertThat(figures).doesNotContainKey(TimedCommand.FIRST_OUTPUT);
  }

  @Test
  void outputBeyondWhatAPipeHoldsIsReadToItsEnd() {
    Map<String, Double> figures = TimedCommand.run(List.of("head", "-c", "5000000", "/dev/zero"));

    assertThat(figures).containsKey(TimedCommand.FIRST_OUTPUT);
  }

  @Test
  void aProcessThatFailsIsNoFigure() {
    assertThatThrownBy(() -> TimedCommand.run(List.of("false")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("failed: false");
  }
}
