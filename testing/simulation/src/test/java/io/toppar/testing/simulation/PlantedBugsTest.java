package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation finds what is planted: it is worth its time. Two at once, each in a JVM. */
@NullUnmarked
@Execution(ExecutionMode.CONCURRENT)
class PlantedBugsTest {

  /** So many seeds must be enough, whatever else the machine has to do. */
  private static final int SEEDS = 500;

  private static final int MORE_SEEDS = 5_000;

  @TempDir Path folder;

  static Stream<PlantedBug> usual() {
    return Stream.concat(Stream.of(PlantedBug.USUAL), Stream.of(PlantedInWriting.ALL));
  }

  static Stream<PlantedBug> more() {
    return Stream.of(PlantedBug.MORE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("usual")
  void isFound(PlantedBug bug) throws Exception {
    requireFound(bug, SEEDS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("more")
  @Tag("soak")
  void isFoundToo(PlantedBug bug) throws Exception {
    requireFound(bug, MORE_SEEDS);
  }

  @Test
  void theGuideListsThem() throws IOException {
    String guide = Files.readString(Planting.root().resolve("docs/testing.md"));

    Stream.concat(usual(), more())
        .forEach(
            bug -> assertThat(guide).contains("| " + bug.name() + " | `" + bug.type() + "` |"));
  }

  @Test
  void everyOneOfThemCanStillBePlanted() throws IOException {
    for (PlantedBug bug : Stream.concat(usual(), more()).toList()) {
      Planting.broken(bug);
    }
  }

  private void requireFound(PlantedBug bug, int seeds) throws Exception {
    Planting.compile(bug, folder);
    Planting.Run run = Planting.play(folder, bug.kind(), seeds);

    assertThat(run.output()).as(bug.name()).contains("Violation: ");
    assertThat(run.exitStatus()).isEqualTo(1);
    System.out.println(bug + ": " + firstLines(run.output()));
  }

  private static List<String> firstLines(String output) {
    return output.lines().limit(3).toList();
  }
}
