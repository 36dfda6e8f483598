package io.toppar.benchmarks.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that is measured, and what it says about itself. */
final class Child {

  /** How a measured JVM names a figure on its standard output. */
  private static final String FIGURE = "figure ";

  private static final long EXIT_SECONDS = 60;

  private Child() {}

  /** The command of a JVM with this one's class path. */
  static List<String> java(Jvm jvm, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm.flags());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  /**
   * Runs a command to its end; its errors go to ours.
   *
   * @return the figures it printed, by name
   * @throws IllegalStateException if it fails
   */
  static Map<String, Double> run(List<String> command) {
    Process process = start(command);
    try {
      Map<String, Double> figures = figures(process);
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException("failed: " + text(command));
      }
      return figures;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + text(command), e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The command without a class path of some thousand letters. */
  static String text(List<String> command) {
    int classPath = command.indexOf("-cp") + 1;
    List<String> words = new ArrayList<>(command);
    if (classPath > 0) {
      words.set(classPath, "...");
    }
    return String.join(" ", words);
  }

  private static Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + text(command), e);
    }
  }

  private static Map<String, Double> figures(Process process) {
    Map<String, Double> figures = new LinkedHashMap<>();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = output.readLine();
      while (line != null) {
        if (line.startsWith(FIGURE)) {
          String[] words = line.split(" ", -1);
          figures.put(words[1], Double.valueOf(words[2]));
        }
        line = output.readLine();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what " + process + " says", e);
    }
    return figures;
  }
}
