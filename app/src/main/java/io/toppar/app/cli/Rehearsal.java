package io.toppar.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the launcher runs once so that the JVM leaves an archive of the classes that it loaded: the
 * commands that people start most, one after another, with a broker of its own.
 *
 * <p>Where the embedded Kafka does not come up they find no broker; the archive then lacks the
 * classes that only answers load, and is as valid. One thread, beside that which ends it in time.
 */
final class Rehearsal {

  private static final String TOPIC = "rehearsal";
  private static final String NOWHERE = "127.0.0.1:1";

  /** Enough for a batch to be full; JSON, which is text as well. */
  private static final List<String> LINES =
      Collections.nCopies(
          1_000, "{\"headers\":[\"name\",\"text\"],\"key\":\"key\",\"payload\":\"value\"}");

  private Rehearsal() {}

  /**
   * Runs the commands and ends the process with 0, whatever came of them.
   *
   * @param args how many seconds it may take, so that a broker that hangs, or dies half-way, keeps
   *     nobody waiting
   */
  public static void main(String[] args) throws IOException {
    LibraryLog.install();
    endAfter(Long.parseLong(args[0]));
    Path lines = Files.createTempFile("toppar-rehearsal", ".txt");
    lines.toFile().deleteOnExit();
    Files.write(lines, LINES);
    run(lines.toString());
    System.exit(ExitCodes.OK);
  }

  private static void endAfter(long seconds) {
    Thread patience =
        new Thread(
            () -> {
              LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
              System.exit(ExitCodes.OK);
            },
            "toppar-patience");
    patience.setDaemon(true);
    patience.start();
  }

  private static void run(String lines) {
    try (BrokerProcess broker =
        BrokerProcess.start(List.of("--exit-with-parent", "--topic", TOPIC + ":1"))) {
      run(lines, broker.awaitReady(), 10_000);
    } catch (CommandException noBroker) {
      run(lines, NOWHERE, 200);
    }
  }

  private static void run(String lines, String brokers, int timeoutMillis) {
    run("produce", brokers, timeoutMillis, lines);
    run("produce", brokers, timeoutMillis, "-J", "-z", "lz4", lines);
    run("consume", brokers, timeoutMillis, "-e");
    run("consume", brokers, timeoutMillis, "-e", "-J");
  }

  private static void run(String command, String brokers, int timeoutMillis, String... more) {
    List<String> words = new ArrayList<>(List.of(command, "-b", brokers, "-t", TOPIC));
    words.addAll(List.of("-X", "default.api.timeout.ms=" + timeoutMillis));
    words.addAll(List.of(more));
    String[] line = words.toArray(String[]::new);
    Main.commandLine(line).execute(line);
  }
}
