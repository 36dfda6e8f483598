package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher archives classes by: commands that meet a broker, and leave nothing. */
final class RehearsalIT {

  @TempDir Path folder;

  private static Process start(int seconds, Path output, Path errors, Path temporary)
      throws IOException {
    List<String> words =
        CommandJvm.words(
            List.of(CommandJvm.EMBEDDED_KAFKA, "-Djava.io.tmpdir=" + temporary),
            Rehearsal.class,
            Integer.toString(seconds));
    return new ProcessBuilder(words)
        .redirectOutput(output.toFile())
        .redirectError(errors.toFile())
        .start();
  }

  @Test
  void itWritesAndReadsWhatABrokerKeepsAndLeavesNothingBehind() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");

    Process rehearsal = start(60, output, errors, temporary);

    assertThat(rehearsal.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(rehearsal.exitValue()).isZero();
    String told = Files.readString(errors);
    assertThat(told.lines().filter(line -> line.startsWith("% delivered: 1,000 records")))
        .as(told)
        .hasSize(2);
    assertThat(told.lines().filter(line -> line.endsWith("rehearsal[0] at offset 2000")))
        .as(told)
        .hasSize(2);
    assertThat(Files.readAllLines(output)).hasSize(4_000);
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("toppar"))).isEmpty();
    }
  }

  @Test
  void itEndsInItsTimeWithABrokerThatDoesNotComeUpAndDeletesItsLines() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Process rehearsal = start(5, folder.resolve("output"), folder.resolve("errors"), temporary);
    ProcessHandle broker = broker(rehearsal);
    try {
      assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(broker.pid())).start().waitFor())
          .isZero();

      assertThat(rehearsal.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(rehearsal.exitValue()).isZero();
      assertThat(temporary).isEmptyDirectory();
    } finally {
      broker.destroyForcibly();
      rehearsal.destroyForcibly();
    }
  }

  private static ProcessHandle broker(Process rehearsal) {
    while (rehearsal.isAlive()) {
      Optional<ProcessHandle> broker = rehearsal.children().findFirst();
      if (broker.isPresent()) {
        return broker.get();
      }
    }
    throw new AssertionError("it has started no broker");
  }
}
