package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher while it archives classes, over a program in place of Java. Its rehearsal leaves an
 * archive, like Java's also when a signal ends it.
 */
@Timeout(30)
final class LauncherTest {

  private static final String JAVA =
      """
      #!/bin/sh
      case $* in
      *.Rehearsal*) ;;
      *) echo the command && exit ;;
      esac
      for word; do
        case $word in -XX:ArchiveClassesAtExit=*) archive=${word#*=} ;; esac
      done
      if [ -p "$JAVA_HOME/started" ]; then
        trap 'echo half >"$archive"; kill "$!"; exit 143' INT TERM
        sleep 60 &
        echo $$ >"$JAVA_HOME/started"
        wait
      fi
      echo whole >"$archive"
      """;

  @TempDir Path home;

  @BeforeEach
  void build() throws IOException {
    Files.copy(Path.of("..", "toppar"), home.resolve("toppar"));
    for (String module : List.of("app", "testing/embedded-kafka")) {
      Path target = home.resolve(module).resolve("target");
      Files.createDirectories(target.resolve("lib"));
      Files.createFile(target.resolve("toppar-1.jar"));
    }
    Path java = Files.createDirectories(home.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
  }

  private Process start() throws IOException {
    ProcessBuilder launcher = new ProcessBuilder("bash", home.resolve("toppar").toString());
    launcher.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    return launcher.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** Starts it, and this signal comes while it rehearses: to the launcher, or to both. */
  private Process startAndSignal(String signal, boolean both) throws Exception {
    Path started = home.resolve("jdk/started");
    succeed("mkfifo", started.toString());
    Process launcher = start();
    String rehearsal = Files.readString(started).strip();
    Files.delete(started);
    try {
      succeed("kill", "-s", signal, Long.toString(launcher.pid()));
      if (both) {
        new ProcessBuilder("kill", "-s", signal, rehearsal).start().waitFor(); // or it has gone
      }
      assertThat(launcher.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(ProcessHandle.of(Long.parseLong(rehearsal))).as("the rehearsal").isEmpty();
      return launcher;
    } finally {
      ProcessHandle.of(Long.parseLong(rehearsal)).ifPresent(ProcessHandle::destroy);
    }
  }

  private void requireEndedAndNothingLeft(Process launcher, int status) throws IOException {
    assertThat(output(launcher)).isEmpty();
    assertThat(launcher.exitValue()).isEqualTo(status);
    assertThat(archives()).isEmpty();
  }

  private static void succeed(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).start().waitFor()).as(List.of(words).toString()).isZero();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private List<String> archives() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("app/target"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> n.contains("jsa"))
          .toList();
    }
  }

  @Test
  void anInterruptWhileItRehearsesEndsItAndStartsNoCommand() throws Exception {
    CommandProcess.assumeInterruptible();

    Process launcher = startAndSignal("INT", true);

    requireEndedAndNothingLeft(launcher, 130);
  }

  @Test
  void aTerminationWhileItRehearsesEndsTheRehearsalAndLeavesNoArchive() throws Exception {
    Process launcher = startAndSignal("TERM", false);

    requireEndedAndNothingLeft(launcher, 143);
  }

  @Test
  void aStartAfterAKilledOneRemovesWhatThatLeft() throws Exception {
    Process killed = new ProcessBuilder("true").start();
    killed.waitFor();
    Files.createFile(home.resolve("app/target/toppar-17.jsa." + killed.pid()));

    Process launcher = start();

    assertThat(output(launcher)).isEqualTo("the command\n");
    assertThat(archives()).containsExactly("toppar-17.jsa");
  }
}
