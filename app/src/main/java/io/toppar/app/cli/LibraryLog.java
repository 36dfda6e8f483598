package io.toppar.app.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What the libraries log, cut down to what people must know, on standard error.
 *
 * <p>Errors always. Warnings of connections only while records are read: before that a command that
 * cannot reach a broker ends with a line of its own, and one line is enough. Everything can be set
 * otherwise by the system properties of slf4j-simple. The main thread sets it up and opens it; any
 * thread may log.
 */
final class LibraryLog {

  private static final String SETTING = "org.slf4j.simpleLogger.";
  private static final String WARNING = "%";

  private static volatile boolean warns;

  private LibraryLog() {}

  /** To be called before the first library is touched. */
  static void install() {
    setDefault("defaultLogLevel", "error");
    setDefault("log.io.toppar.netty", "warn");
    setDefault("warnLevelString", WARNING);
    setDefault("showThreadName", "false");
    setDefault("showLogName", "false");
    System.setErr(new Gate());
  }

  private static void setDefault(String name, String value) {
    if (System.getProperty(SETTING + name) == null) {
      System.setProperty(SETTING + name, value);
    }
  }

  /** Lets warnings through from now on, or no more. */
  static void showWarnings(boolean shown) {
    warns = shown;
  }

  private static final class Gate extends PrintStream {

    Gate() {
      super(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    }

    @Override
    public void println(String line) {
      if (warns || !line.startsWith(WARNING + " ")) {
        super.println(line);
      }
    }
  }
}
