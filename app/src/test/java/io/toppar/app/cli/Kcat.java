package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program to compare with, at the broker of the tests. */
final class Kcat {

  private static final Path NOTHING = Path.of("/dev/null");

  private Kcat() {}

  /** Skips the test where there is no kcat on the PATH. */
  static void assumeThere() throws InterruptedException {
    assumeTrue(isThere(), "there is no kcat here to compare with");
  }

  private static boolean isThere() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder("kcat", "-V")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  /** What it prints without input. */
  static byte[] run(String... arguments) throws IOException, InterruptedException {
    return runWith(NOTHING, arguments);
  }

  /** What it prints with this file on its standard input. */
  static byte[] runWith(Path input, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kcat", "-b", SharedKafka.address(), "-q"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectInput(input.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] out = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).as("%s", command).isZero();
    return out;
  }
}
