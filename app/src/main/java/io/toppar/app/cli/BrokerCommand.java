package io.toppar.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code toppar broker}: real Kafka brokers in the foreground, to try things on. */
@Command(
    name = "broker",
    mixinStandardHelpOptions = true,
    description = "Keeps real Kafka brokers in the foreground; prints 'ready HOST:PORT[,..]'.",
    footer = {
      "",
      "A broker that dies is told on standard error, and the others go on.",
      "Exit status: 1 one did not come up or none is left; 2 wrong options; 130 and 143 ended by a"
          + " signal."
    })
final class BrokerCommand implements Callable<Integer> {

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the first; free ones if not given.")
  private @Nullable Integer port;

  @Option(names = "--nodes", paramLabel = "N", description = "How many; one if not given.")
  private @Nullable Integer nodes;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Folder of their data, kept; a temporary one if not given.")
  private @Nullable String folder;

  @Option(
      names = "--topic",
      paramLabel = "NAME:PARTITIONS",
      description = "A topic to create; repeatable.")
  private List<String> topics = List.of();

  @Override
  public Integer call() {
    List<String> arguments = new ArrayList<>(List.of("--exit-with-parent"));
    add(arguments, "--port", port);
    add(arguments, "--nodes", nodes);
    add(arguments, "--dir", folder);
    topics.forEach(topic -> add(arguments, "--topic", topic));
    try (BrokerProcess brokers = BrokerProcess.start(arguments)) {
      Terminal.tellOut("ready " + brokers.awaitReady());
      return brokers.exitCode();
    }
  }

  private static void add(List<String> arguments, String option, @Nullable Object value) {
    if (value != null) {
      arguments.add(option);
      arguments.add(value.toString());
    }
  }
}
