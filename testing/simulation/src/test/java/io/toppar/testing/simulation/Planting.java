package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/** Compiles a class with a {@link PlantedBug}, and plays seeds over it in another JVM. */
final class Planting {

  private static final int PATIENCE_SECONDS = 1_200;

  /** Where the classes are in which bugs are planted. */
  private static final List<String> FOLDERS =
      List.of(
          "domain/src/main/java/io/toppar/domain/",
          "domain/src/main/java/io/toppar/domain/produce/",
          "app/src/main/java/io/toppar/app/engine/",
          "app/src/main/java/io/toppar/app/client/");

  private Planting() {}

  /** What a JVM said, and its exit status. */
  record Run(String output, int exitStatus) {}

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(".mvn"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder with .mvn above");
    }
    return folder;
  }

  private static Path source(String type) {
    return FOLDERS.stream()
        .map(folder -> root().resolve(folder + type + ".java"))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no source of " + type + " in " + FOLDERS));
  }

  /** The source with the bug in it; what it replaces must be there exactly once. */
  static String broken(PlantedBug bug) throws IOException {
    Path file = source(bug.type());
    String source = Files.readString(file);
    int place = source.indexOf(bug.sound());
    assertThat(place).as("'%s' has changed: plant it anew; in %s", bug, file).isNotNegative();
    assertThat(source.indexOf(bug.sound(), place + 1)).as("'%s' is there twice", bug).isNegative();
    return source.substring(0, place)
        + bug.broken()
        + source.substring(place + bug.sound().length());
  }

  static void compile(PlantedBug bug, Path folder) throws IOException {
    Path source = folder.resolve(bug.type() + ".java");
    Files.writeString(source, broken(bug));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-cp",
                classPath(),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(failed).as("javac of %s", bug).isZero();
  }

  /** Plays seeds with these classes before all others. */
  static Run play(Path classes, SeedRun.Kind kind, int seeds)
      throws IOException, InterruptedException {
    Path output = classes.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-ea",
                    "-Xshare:auto",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx512m",
                    "-cp",
                    classes + File.pathSeparator + classPath(),
                    SeedRun.class.getName(),
                    kind.name(),
                    "1",
                    Integer.toString(seeds),
                    Integer.toString(PATIENCE_SECONDS),
                    "1"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(2L * PATIENCE_SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Run(Files.readString(output), process.exitValue());
  }

  /** Of this test, also where the test runner hides it behind a jar of its own. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
