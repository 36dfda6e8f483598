package io.toppar.app.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JVM of a command, set up as by the launcher: an archive of loaded classes spares it half of
 * its start. The archive is made when this class is first used, by a rehearsal that finds no
 * broker, and ends with this JVM; where classes lie in folders instead of jars there is none.
 */
final class CommandJvm {

  private static final List<String> FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-Xshare:auto",
          "-Xmx128m",
          "-Dio.netty.jfr.enabled=false",
          "-Dguice_bytecode_gen_option=DISABLED",
          "-ea");

  /** The flag by which a command finds the embedded Kafka. */
  static final String EMBEDDED_KAFKA =
      "-Dtoppar.embedded-kafka.classpath=" + System.getProperty("java.class.path");

  private static final String CLASS_PATH =
      Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> !hasJars() || entry.endsWith(".jar"))
          .collect(Collectors.joining(File.pathSeparator));

  private static final List<String> ARCHIVE = hasJars() ? archive() : List.of();

  private CommandJvm() {}

  /** The words that start the command line. */
  static List<String> words(String... arguments) {
    return words(ARCHIVE, Main.class, arguments);
  }

  /** The words that start this class as the launcher does before there is an archive. */
  static List<String> words(List<String> more, Class<?> main, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(FLAGS);
    words.addAll(more);
    words.addAll(List.of("-cp", CLASS_PATH, main.getName()));
    words.addAll(List.of(arguments));
    return words;
  }

  private static boolean hasJars() {
    return Main.class.getProtectionDomain().getCodeSource().getLocation().getPath().endsWith("jar");
  }

  private static List<String> archive() {
    Path file = Path.of("target", "command-" + ProcessHandle.current().pid() + ".jsa");
    List<String> rehearsal =
        words(List.of("-XX:ArchiveClassesAtExit=" + file, "-Xlog:disable"), Rehearsal.class, "60");
    try {
      new ProcessBuilder(rehearsal)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("no archive of classes can be made by " + rehearsal, e);
    }
    file.toFile().deleteOnExit();
    return Files.exists(file)
        ? List.of(
            "-XX:SharedArchiveFile=" + file.toAbsolutePath(),
            "-Xlog:disable",
            "-Xlog:all=error,cds*=off:stderr")
        : List.of();
  }
}
