package io.toppar.testing.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM with one of our main classes, whose output the test reads. */
final class ChildJvm implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Standard error goes with standard output. */
  static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-cp", ChildClassPath.resolve(), main.getName()));
    command.addAll(List.of(arguments));
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  Process process() {
    return process;
  }

  /** SIGTERM, leaving its streams open. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** The next line, or an error if the output has ended. */
  String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new AssertionError("the output has ended");
    }
    return line;
  }

  /** All further output until it ends. */
  List<String> rest() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it still runs");
    }
    return process.exitValue();
  }

  /** Its child processes, and theirs. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  static void awaitEnd(ProcessHandle handle) throws Exception {
    handle.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
