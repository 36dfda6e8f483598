package io.toppar.app.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The standard streams: records go out, everything for people goes to the error stream. */
final class Terminal {

  private static final PrintStream ERRORS =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private static final PrintStream OUTPUT = new PrintStream(out(), true, StandardCharsets.UTF_8);

  private Terminal() {}

  /** Standard output without a buffer, whose write errors are not swallowed. */
  static OutputStream out() {
    return new FileOutputStream(FileDescriptor.out);
  }

  /** Whether standard output took no more because its reader has gone, as {@code head} does. */
  static boolean isClosedPipe(IOException fault) {
    return String.valueOf(fault.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /** What to say of any other fault of standard output. */
  static String unwritten(IOException fault) {
    return "standard output cannot be written: " + fault.getMessage();
  }

  /** Whether people watch standard output, as the launcher has found out. */
  static boolean showsOutput() {
    return Boolean.getBoolean("toppar.stdout.terminal");
  }

  /** Prints one line for programs. */
  static void tellOut(String line) {
    OUTPUT.println(line);
  }

  /** Tells people one line. */
  static void tell(String line) {
    ERRORS.println(line);
  }

  /** Shows a line that the next one overwrites. */
  static void show(String line) {
    ERRORS.print("\r" + line + "\033[K");
    ERRORS.flush();
  }

  /**
   * Whether progress may be shown: people watch the error stream, and records do not go there too.
   */
  static boolean showsProgress(boolean printsRecords) {
    return Boolean.getBoolean("toppar.stderr.terminal") && !(printsRecords && showsOutput());
  }
}
