package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code toppar demo} as a user runs it: the reader is killed, nothing is lost, nothing is left.
 */
final class DemoIT {

  @TempDir Path folder;

  @Test
  void theDemoLosesNothingAndLeavesNothingBehind() throws Exception {
    Path file = Files.writeString(folder.resolve("lines"), "one\ntwo\n\nfour\n");
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    List<String> command = CommandProcess.command(List.of(), "demo", file.toString());
    command.add(1, CommandJvm.EMBEDDED_KAFKA);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile());
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);

    Set<ProcessHandle> started = new HashSet<>();
    List<String> said = new ArrayList<>();
    Process demo = builder.start();
    try (BufferedReader out = demo.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said.add(line);
        demo.descendants().forEach(started::add);
      }
      assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      demo.destroyForcibly();
    }

    assertThat(demo.exitValue()).as(String.join("\n", said)).isZero();
    assertThat(said)
        .anyMatch(line -> line.matches("broker ready at 127\\.0\\.0\\.1:[0-9]+"))
        .anyMatch(line -> line.matches("reader killed with SIGKILL after [0-9]+ records.*"))
        .anyMatch(line -> line.matches(" *demo-[0-3]\\.offset: [0-9]+"))
        .anyMatch(line -> line.matches(" *demo\\[3]: [0-9]+ records, now demo-3\\.offset: [0-9]+"));
    assertThat(said.get(said.size() - 1))
        .matches(
            "demo ok: 10000[0-9] written, [0-9]+ read, 0 lost, [0-9]+ read twice, resumed from"
                + " demo-[0-3]\\.offset.*");
    assertThat(started).hasSizeGreaterThanOrEqualTo(3);
    for (ProcessHandle process : started) {
      process.onExit().get(60, TimeUnit.SECONDS);
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("toppar"))).isEmpty();
    }
  }

  @Test
  void aFileThatCannotBeReadIsRefused() {
    assertThat(CommandProcess.run("demo", folder.resolve("none").toString()).failure(2))
        .contains("'" + folder.resolve("none") + "' is not a readable file; give a text file");
  }

  @Test
  void wrongOptionsOfTheBrokersAreWrongOptionsOfTheCommand() throws Exception {
    List<String> command = CommandProcess.command(List.of(), "broker", "--port", "70000");
    command.add(1, CommandJvm.EMBEDDED_KAFKA);
    Path errors = folder.resolve("errors");

    Process broker = new ProcessBuilder(command).redirectError(errors.toFile()).start();

    assertThat(broker.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(broker.exitValue()).isEqualTo(2);
    assertThat(Files.readString(errors)).contains("--port 70000");
  }
}
