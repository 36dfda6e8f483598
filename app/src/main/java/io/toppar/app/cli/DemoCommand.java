package io.toppar.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code toppar demo}: a reader killed half way goes on from its offset files and loses nothing.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows that a reader killed half way loses nothing.",
      "Starts a real broker, writes the lines of a file to a topic of 4 partitions, reads them with"
          + " offset files, kills the reader half way, starts it again and shows what happened."
    },
    footer = {"", "Exit status: 0 nothing was lost; 1 something was, or the demo could not run."})
final class DemoCommand implements Callable<Integer> {

  private static final String TOPIC = "demo";
  private static final int PARTITIONS = 4;
  private static final int LEAST_RECORDS = 100_000;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "A text file; the README if not given.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Path lines =
        file != null ? file : Path.of(System.getProperty("toppar.home", ".")).resolve("README.md");
    if (!Files.isRegularFile(lines) || !Files.isReadable(lines)) {
      throw CommandException.usage(
          "demo: '" + lines + "' is not a readable file; give a text file");
    }
    Path folder = temporaryFolder();
    try (Interrupt interrupt = Interrupt.install();
        BrokerProcess broker = startBroker()) {
      interrupt.onAsked(broker::close);
      String brokers = broker.awaitReady();
      say("broker ready at " + brokers);
      long written =
          new DemoWriting(brokers, TOPIC, PARTITIONS, lines).run(LEAST_RECORDS, interrupt);
      interrupt.onAsked(broker::close);
      return new DemoReading(brokers, TOPIC, PARTITIONS, written, folder.resolve("offsets")).run();
    } finally {
      delete(folder);
    }
  }

  private static BrokerProcess startBroker() {
    say("starting a Kafka broker on a free port ...");
    return BrokerProcess.start(List.of("--exit-with-parent", "--topic", TOPIC + ":" + PARTITIONS));
  }

  static void say(String line) {
    Terminal.tellOut(line);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("toppar-demo");
    } catch (IOException e) {
      throw CommandException.failed("no temporary folder can be made: " + e.getMessage());
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
