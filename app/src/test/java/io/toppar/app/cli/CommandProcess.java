package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The real command line in a JVM of its own, and what it prints. The test's thread; two threads of
 * its own read the output.
 */
final class CommandProcess implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 90;

  private final Process process;
  private final Printed out;
  private final Printed errors;

  /** How a command ended and what it had printed, a character for each byte of output. */
  record Ended(int status, String raw, List<String> errors) {

    byte[] bytes() {
      return raw.getBytes(StandardCharsets.ISO_8859_1);
    }

    String out() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }

    List<String> lines() {
      return out().lines().toList();
    }

    /**
     * The command refused or failed with this status, and said so in one line, which is returned.
     */
    String failure(int expectedStatus) {
      assertThat(errors).as("standard error, with status %s", status).hasSize(1);
      assertThat(status).as(errors.get(0)).isEqualTo(expectedStatus);
      assertThat(errors.get(0)).startsWith("toppar: ");
      return errors.get(0);
    }

    /** The command was done and had nothing to say. */
    Ended done() {
      assertThat(errors).as("standard error, with status %s", status).isEmpty();
      assertThat(status).isZero();
      return this;
    }
  }

  private CommandProcess(List<String> command) {
    this(command, false);
  }

  private CommandProcess(List<String> command, boolean typed) {
    try {
      process = new ProcessBuilder(command).start();
      if (!typed) {
        process.getOutputStream().close();
      }
    } catch (IOException e) {
      throw new AssertionError("cannot start " + command, e);
    }
    out = new Printed(process.getInputStream(), "out");
    errors = new Printed(process.getErrorStream(), "err");
  }

  static CommandProcess start(String... arguments) {
    return new CommandProcess(command(List.of(), arguments));
  }

  /** Runs a command to its end with this on its standard input. */
  static Ended runFed(String input, String... arguments) {
    try (CommandProcess command = startFed(arguments)) {
      command.feed(input);
      command.endInput();
      return command.end();
    }
  }

  /** Starts a command whose standard input stays open. */
  static CommandProcess startFed(String... arguments) {
    return new CommandProcess(command(List.of(), arguments), true);
  }

  /** Gives it this on its standard input. */
  void feed(String input) {
    try {
      process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new AssertionError("it reads no more; standard error: " + errors.text(), e);
    }
  }

  /** Ends its standard input. */
  void endInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new AssertionError("it has gone; standard error: " + errors.text(), e);
    }
  }

  /** Starts a command as the launcher does where people watch standard error. */
  static CommandProcess startWatched(String... arguments) {
    return new CommandProcess(watched(arguments));
  }

  /** The same with standard input that stays open. */
  static CommandProcess startWatchedFed(String... arguments) {
    return new CommandProcess(watched(arguments), true);
  }

  private static List<String> watched(String... arguments) {
    List<String> words = command(List.of(), arguments);
    words.add(1, "-Dtoppar.stderr.terminal=true");
    return words;
  }

  /**
   * Starts a command at a terminal of this size, as the launcher does there; everything it prints
   * comes out as one. Skips the test where there is no {@code script} to make a terminal.
   */
  static CommandProcess startAtTerminal(int rows, int columns, String... arguments) {
    assumeTrue(isScriptHere(), "there is no script of util-linux to make a terminal");
    List<String> words = command(List.of(), arguments);
    words.add(1, "-Dtoppar.stdout.terminal=true");
    String line =
        words.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    String sized = "stty rows " + rows + " cols " + columns + " && exec " + line;
    return new CommandProcess(List.of("script", "-qefc", sized, "/dev/null"), true);
  }

  private static boolean isScriptHere() {
    try {
      Process asked =
          new ProcessBuilder("script", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.PIPE)
              .start();
      String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return asked.waitFor() == 0 && said.contains("util-linux");
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Types a key, as 3 for Ctrl-C, at its terminal. */
  void type(int key) {
    try {
      process.getOutputStream().write(key);
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new AssertionError("cannot type", e);
    }
  }

  /** Runs a command to its end. */
  static Ended run(String... arguments) {
    return runAfter(List.of(), arguments);
  }

  /** Runs a command to its end, started by another program such as {@code setpriv}. */
  static Ended runAfter(List<String> prefix, String... arguments) {
    try (CommandProcess command = new CommandProcess(command(prefix, arguments))) {
      return command.end();
    }
  }

  /** The words that start the command line. */
  static List<String> command(List<String> prefix, String... arguments) {
    List<String> words = new ArrayList<>(prefix);
    words.addAll(CommandJvm.words(arguments));
    return words;
  }

  /**
   * Skips the test where SIGINT is ignored, as in a background job of a shell script: a child
   * inherits that, and Java keeps to it.
   */
  static void assumeInterruptible() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      String ignored =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .findFirst()
              .orElse("0");
      int last = Character.digit(ignored.charAt(ignored.length() - 1), 16);
      assumeTrue((last & 2) == 0, "SIGINT is ignored here: run the tests in the foreground");
    }
  }

  long pid() {
    return process.pid();
  }

  /** Waits until its output is as wanted. */
  void awaitOut(Predicate<String> wanted) {
    out.await(wanted);
  }

  /** Waits until it has said something on standard error. */
  void awaitErrors(Predicate<String> wanted) {
    errors.await(wanted);
  }

  /** What it has said on standard error so far. */
  String errorsSoFar() {
    return errors.text();
  }

  /** Sends a signal, such as INT. */
  void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("cannot send SIG" + name, e);
    }
  }

  /** Waits for its end. */
  Ended end() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("it still runs; standard error: " + errors.text());
      }
      return new Ended(
          process.exitValue(),
          out.whole(StandardCharsets.ISO_8859_1),
          errors.whole(StandardCharsets.UTF_8).lines().toList());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** One of its streams, read as it comes. */
  private static final class Printed {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread reader;

    Printed(InputStream stream, String name) {
      reader = new Thread(() -> read(stream), "command-" + name);
      reader.setDaemon(true);
      reader.start();
    }

    private void read(InputStream stream) {
      byte[] buffer = new byte[1 << 14];
      try (stream) {
        for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
          append(buffer, n);
        }
      } catch (IOException e) {
        // The process was destroyed: what was read is what there is.
      }
    }

    private synchronized void append(byte[] buffer, int count) {
      bytes.write(buffer, 0, count);
      notifyAll();
    }

    synchronized String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    synchronized void await(Predicate<String> wanted) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      try {
        while (!wanted.test(text())) {
          long left = deadline - System.nanoTime();
          if (left <= 0) {
            throw new AssertionError("not in time; so far: " + text());
          }
          wait(left / 1_000_000 + 1);
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    String whole(Charset charset) throws InterruptedException {
      reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      synchronized (this) {
        return bytes.toString(charset);
      }
    }
  }
}
