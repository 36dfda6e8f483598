package io.toppar.benchmarks.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command run to its end under bash's {@code time}, which counts everything the command and what
 * it starts use, JVM start-up included.
 */
final class TimedCommand {

  static final String CPU = "cpu.s";
  static final String KERNEL = "kernel.s";
  static final String ELAPSED = "elapsed.s";
  static final String PEAK = "peak.mb";

  /** From starting the command to the first byte of its output; absent if it has none. */
  static final String FIRST_OUTPUT = "first.output.s";

  private static final String SCRIPT = "TIMEFORMAT='%U %S %R'; { time \"$@\" 2>&3; } 3>&2 2>\"$0\"";
  private static final long LOOK_MILLIS = 20;

  private TimedCommand() {}

  /**
   * Runs a command; its output is dropped once its first byte is noted, its errors go to ours.
   *
   * @throws IllegalStateException if it fails
   */
  static Map<String, Double> run(List<String> command) {
    try {
      Path times = Files.createTempFile("toppar-benchmark", ".times");
      try {
        Map<String, Double> figures = new HashMap<>(runInto(times, command));
        String[] words = Files.readString(times).strip().split(" ", -1);
        double user = Double.parseDouble(words[0]);
        double kernel = Double.parseDouble(words[1]);
        figures.put(CPU, user + kernel);
        figures.put(KERNEL, kernel);
        figures.put(ELAPSED, Double.parseDouble(words[2]));
        return figures;
      } finally {
        Files.delete(times);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + Child.text(command), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + Child.text(command), e);
    }
  }

  /**
   * What is seen from outside; the peak of the largest process is the system's count, looked at
   * until just before it ends.
   */
  private static Map<String, Double> runInto(Path times, List<String> command)
      throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>(List.of("bash", "-c", SCRIPT, times.toString()));
    timed.addAll(command);
    long startNanos = System.nanoTime();
    Process process = new ProcessBuilder(timed).redirectError(Redirect.INHERIT).start();
    try (Output output = new Output(process.getInputStream())) {
      double peak = 0;
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        try (Stream<ProcessHandle> children = process.descendants()) {
          peak = Math.max(peak, children.mapToDouble(TimedCommand::peakMegabytes).max().orElse(0));
        }
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException("failed: " + Child.text(command));
      }
      OptionalLong first = output.firstNanos();
      return first.isPresent()
          ? Map.of(PEAK, peak, FIRST_OUTPUT, (first.getAsLong() - startNanos) / 1e9)
          : Map.of(PEAK, peak);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static double peakMegabytes(ProcessHandle process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * 1024 / 1e6)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0; // it has just ended
    }
  }
}
