package io.toppar.testing.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One node's child process and the signals it can be sent. Not thread-safe: {@link EmbeddedKafka}
 * serialises the calls.
 */
final class NodeProcess {
  static final String PORT_TAKEN = "a port is taken";
  private static final int LOG_LINES = 15;
  private static final long STOP_SECONDS = 20;
  private static final Duration FREEZING = Duration.ofSeconds(10);

  private final NodeLayout layout;
  private final boolean temporary;
  private final Process process;
  private volatile @Nullable Process freezeGuard;

  private NodeProcess(NodeLayout layout, boolean temporary, Process process) {
    this.layout = layout;
    this.temporary = temporary;
    this.process = process;
  }

  static NodeProcess start(
      NodeLayout layout, String clusterId, List<String> jvmArguments, boolean temporary) {
    try {
      layout.write();
      Files.deleteIfExists(layout.startedFile());
      return new NodeProcess(
          layout, temporary, spawn(command(layout, clusterId, jvmArguments, temporary), layout));
    } catch (IOException e) {
      throw new BrokerFailure(
          "broker %d: cannot start in %s: %s".formatted(layout.id(), layout.folder(), e), e);
    }
  }

  private static List<String> command(
      NodeLayout layout, String clusterId, List<String> jvmArguments, boolean temporary) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.add("-Dorg.slf4j.simpleLogger.log.org.apache.kafka=info");
    command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", ChildClassPath.resolve(), BrokerChild.class.getName()));
    command.add(layout.propertiesFile().toString());
    command.add(clusterId);
    command.add(layout.startedFile().toString());
    if (temporary) {
      command.add(layout.folder().toString());
    }
    return command;
  }

  private static Process spawn(List<String> command, NodeLayout layout) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(layout.logFile().toFile()))
        .start();
  }

  NodeLayout layout() {
    return layout;
  }

  long pid() {
    return process.pid();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean isFrozen() {
    return freezeGuard != null;
  }

  /** Whether it runs and can answer. */
  boolean isLive() {
    return isAlive() && !isFrozen();
  }

  /** Waits until the node says that it has started. */
  void awaitStarted(Deadline deadline) throws InterruptedException {
    while (!Files.exists(layout.startedFile())) {
      if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
        throw new BrokerFailure(
            "broker %d ended with code %d before it was up%s"
                .formatted(layout.id(), process.exitValue(), advice()));
      }
      if (deadline.isOver()) {
        throw new BrokerFailure(
            "broker %d did not come up in %s%s".formatted(layout.id(), deadline, advice()));
      }
    }
  }

  /** SIGTERM, and SIGKILL if that does not end it in time. */
  void stop() throws InterruptedException {
    thaw();
    requestStop();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
  }

  /** SIGTERM without waiting. */
  void requestStop() {
    process
        .toHandle()
        .destroy(); // unlike the process, its handle leaves open what the child watches
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    requestKill();
    process.waitFor();
    callOffGuard();
  }

  /** SIGKILL without waiting. */
  void requestKill() {
    process.toHandle().destroyForcibly();
  }

  /** SIGSTOP: connections stay open and, once this has returned, nothing answers. */
  void freeze() {
    if (isFrozen() || !isAlive()) {
      return;
    }
    try {
      freezeGuard = Guard.start(pid(), temporary ? layout.folder() : null);
    } catch (IOException e) {
      throw new BrokerFailure("broker %d: cannot start /bin/sh".formatted(layout.id()), e);
    }
    signal("STOP");
    if (!Deadline.in(FREEZING).await(() -> ProcessThreads.allStopped(pid()))) {
      throw new BrokerFailure(
          "broker %d: still runs %d s after kill -STOP"
              .formatted(layout.id(), FREEZING.toSeconds()));
    }
  }

  /** SIGCONT. */
  void thaw() {
    if (isFrozen()) {
      callOffGuard();
      signal("CONT");
    }
  }

  private void callOffGuard() {
    Process guard = freezeGuard;
    if (guard != null) {
      guard.destroyForcibly();
      freezeGuard = null;
    }
  }

  private void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
              .redirectErrorStream(true)
              .start();
      String output;
      try (InputStream stream = kill.getInputStream()) {
        output = new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
      }
      if (kill.waitFor() != 0 && isAlive()) {
        throw new BrokerFailure("broker %d: kill -%s: %s".formatted(layout.id(), name, output));
      }
    } catch (IOException e) {
      throw new BrokerFailure("broker %d: cannot run kill -%s".formatted(layout.id(), name), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("broker %d: interrupted".formatted(layout.id()), e);
    }
  }

  /** What a failure's message ends with: what to do, and the end of the log. */
  String advice() {
    String tail = logTail();
    String what = temporary ? "its log ends with" : "its log " + layout.logFile() + " ends with";
    if (tail.contains("Address already in use")) {
      what = PORT_TAKEN + ", choose others or stop what uses it; " + what;
    }
    return "; " + what + System.lineSeparator() + tail;
  }

  /**
   * The last lines without stack frames and without Kafka's listings of its settings, both of which
   * start with a tab.
   */
  private String logTail() {
    try {
      List<String> lines = Files.readAllLines(layout.logFile(), StandardCharsets.ISO_8859_1);
      List<String> told = lines.stream().filter(line -> !line.startsWith("\t")).toList();
      return String.join(
          System.lineSeparator(), told.subList(Math.max(0, told.size() - LOG_LINES), told.size()));
    } catch (IOException e) {
      return "(its log cannot be read: " + e + ")";
    }
  }
}
