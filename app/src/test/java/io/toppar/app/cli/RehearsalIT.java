package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher archives classes by: commands that meet a broker, and leave nothing. */
final class RehearsalIT {

  @TempDir Path folder;

  @Test
  void itWritesAndReadsWhatABrokerKeepsAndLeavesNothingBehind() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    List<String> words =
        CommandJvm.words(
            List.of(
                "-Dtoppar.embedded-kafka.classpath=" + System.getProperty("java.class.path"),
                "-Djava.io.tmpdir=" + temporary),
            Rehearsal.class);

    Process rehearsal =
        new ProcessBuilder(words)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();

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
}
