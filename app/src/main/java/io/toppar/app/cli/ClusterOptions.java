package io.toppar.app.cli;

import io.toppar.app.client.ErrorCategory;
import io.toppar.app.client.TopparException;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.domain.ClusterMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that talks to a cluster: where it is, and how to talk. */
final class ClusterOptions {

  /** How long a question may take before people think the tool hangs. */
  private static final int PATIENCE_MILLIS = 10_000;

  /** How the gateway begins when no connection came about; what follows is the reason. */
  private static final String WAITING = "waiting for a connection to any broker; ";

  @Option(
      names = {"-b", "--brokers"},
      required = true,
      paramLabel = "HOST:PORT[,..]",
      description = "The brokers to contact first.")
  private String brokers = "";

  @Option(
      names = "-X",
      paramLabel = "KEY=VALUE",
      description = "A configuration key, as docs/configuration.md lists them; repeatable.")
  private List<String> settings = new ArrayList<>();

  /** The same from words that another command took. */
  static ClusterOptions of(String brokers, List<String> settings) {
    ClusterOptions options = new ClusterOptions();
    options.brokers = brokers;
    options.settings = settings;
    return options;
  }

  /** What the user set, with this tool's own defaults where nothing was. */
  Configuration.Builder configuration() {
    Configuration.Builder given = Configuration.builder();
    given.setBy("-b", ClientKeys.BOOTSTRAP_SERVERS, List.of(brokers));
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals <= 0) {
        throw CommandException.usage(
            "-X: '" + setting + "' is not KEY=VALUE, such as fetch.max.wait.ms=100");
      }
      given.set(setting.substring(0, equals).trim(), setting.substring(equals + 1).trim());
    }
    return given
        .setDefault(ClientKeys.ALLOW_AUTO_CREATE_TOPICS, false)
        .setDefault(ClientKeys.DEFAULT_API_TIMEOUT_MS, PATIENCE_MILLIS);
  }

  /** Who can be asked what there is: a client of either kind. */
  @FunctionalInterface
  interface Asked {

    /** The answer, for null of all topics. */
    ClusterMetadata clusterMetadata(@Nullable Collection<String> topics, Duration timeout);
  }

  /** Asks what there is; {@code topics} is null for all. */
  ClusterMetadata metadata(
      Asked client, Configuration configuration, @Nullable List<String> topics) {
    Duration patience = patience(configuration);
    try {
      return client.clusterMetadata(topics, patience);
    } catch (TopparException e) {
      if (e.category() != ErrorCategory.RETRY) {
        throw e;
      }
      String reason = String.valueOf(e.getMessage());
      int detail = reason.lastIndexOf(WAITING);
      throw CommandException.failed(
          "no broker at "
              + brokers
              + " answered within "
              + patience.toMillis() / 1e3
              + " s: "
              + (detail < 0 ? reason : reason.substring(detail + WAITING.length()))
              + "; check -b, and that a Kafka broker listens there");
    }
  }

  static Duration patience(Configuration configuration) {
    return Duration.ofMillis(configuration.value(ClientKeys.DEFAULT_API_TIMEOUT_MS));
  }

  String brokers() {
    return brokers;
  }
}
