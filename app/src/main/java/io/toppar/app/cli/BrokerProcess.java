package io.toppar.app.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The embedded Kafka as a child process.
 *
 * <p>Its standard input is a pipe from us, so that it ends when we do, however we end. One thread.
 */
final class BrokerProcess implements AutoCloseable {

  private static final String READY = "ready ";
  private static final String MAIN = "io.toppar.testing.kafka.BrokerMain";
  private static final long PATIENCE_SECONDS = 20;

  private final Process process;
  private final BufferedReader output;

  private BrokerProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static BrokerProcess start(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(List.of("-cp", classPath()));
    command.add(MAIN);
    command.addAll(arguments);
    try {
      return new BrokerProcess(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw CommandException.failed("cannot start the embedded Kafka: " + e.getMessage());
    }
  }

  private static String classPath() {
    String given = System.getProperty("toppar.embedded-kafka.classpath");
    if (given != null) {
      return given;
    }
    Path lib = Path.of(System.getProperty("toppar.embedded-kafka.lib", ""));
    String jar = System.getProperty("toppar.embedded-kafka.jar", "");
    if (!Files.isDirectory(lib) || jar.isEmpty()) {
      throw CommandException.failed(
          "the embedded Kafka is not built; run this through the launcher, ./toppar, which builds it");
    }
    return jar + File.pathSeparator + lib.resolve("*");
  }

  /** Reads output until the brokers answer, and returns their addresses. */
  String awaitReady() {
    try {
      String line = output.readLine();
      while (line != null && !line.startsWith(READY)) {
        line = output.readLine();
      }
      if (line == null) {
        throw ended(exitCode());
      }
      return line.substring(READY.length());
    } catch (IOException e) {
      throw CommandException.failed(
          "the embedded Kafka's output cannot be read: " + e.getMessage());
    }
  }

  private static CommandException ended(int status) {
    String message = "the embedded Kafka ended with status " + status + "; its reason stands above";
    return status == ExitCodes.USAGE
        ? CommandException.usage(message)
        : CommandException.failed(message);
  }

  /** Waits for its end. */
  int exitCode() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCodes.FAILED;
    }
  }

  @Override
  public void close() {
    process.toHandle().destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.toHandle().destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.toHandle().destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
