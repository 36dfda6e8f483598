package io.toppar.testing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is played: settings and steps. Data, made from a seed or read from a trace. Immutable, any
 * thread.
 */
record Scenario(Settings setup, List<Step> steps) {

  /** Keeps a list of its own. */
  public Scenario {
    steps = List.copyOf(steps);
  }

  /** The scenario of a seed for a client that reads: always the same. */
  public static Scenario of(long seed, int steps) {
    return ScenarioMaker.make(seed, steps);
  }

  /** The scenario of a seed for a client that writes: always the same. */
  public static Scenario ofWriting(long seed, int steps) {
    return WriteMaker.make(seed, steps);
  }

  /** The same settings with other steps. */
  public Scenario with(List<Step> others) {
    return new Scenario(setup, others);
  }

  /** The trace: the settings, then a line for each step. */
  public String text() {
    return StepText.of((Record) setup)
        + "\n"
        + steps.stream()
            .map(step -> StepText.of((Record) step) + "\n")
            .collect(Collectors.joining());
  }

  /**
   * Reads a trace; empty lines and those that begin with # are stepped over.
   *
   * @throws IllegalArgumentException if a line is no step
   */
  public static Scenario parse(String text) {
    Settings setup = null;
    List<Step> steps = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Record record = parse(line, number);
      if (record instanceof Settings settings) {
        if (setup != null) {
          throw new IllegalArgumentException("line " + number + ": second settings; keep one");
        }
        setup = settings;
      } else if (record instanceof Step step) {
        steps.add(step);
      }
    }
    if (setup == null) {
      throw new IllegalArgumentException(
          "the trace has no line that begins with Setup or WriteSetup");
    }
    return new Scenario(setup, steps);
  }

  private static Record parse(String line, int number) {
    try {
      return StepText.parse(line);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
    }
  }
}
