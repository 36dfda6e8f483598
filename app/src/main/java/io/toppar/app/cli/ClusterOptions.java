package io.toppar.app.cli;

import io.toppar.app.config.ConfigKeys;
import io.toppar.app.config.Configuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of every command that talks to a cluster: where it is, and how to talk. */
final class ClusterOptions {

  /** How long a question may take before people think the tool hangs. */
  private static final int PATIENCE_MILLIS = 10_000;

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

  /** What the user set, with this tool's own defaults where nothing was. */
  Configuration.Builder configuration() {
    Configuration.Builder given = Configuration.builder();
    given.set("bootstrap.servers", brokers);
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals <= 0) {
        throw CommandException.usage(
            "-X: '" + setting + "' is not KEY=VALUE, such as fetch.max.wait.ms=100");
      }
      given.set(setting.substring(0, equals).trim(), setting.substring(equals + 1).trim());
    }
    return given
        .setDefault(ConfigKeys.ALLOW_AUTO_CREATE_TOPICS, false)
        .setDefault(ConfigKeys.DEFAULT_API_TIMEOUT_MS, PATIENCE_MILLIS);
  }

  static Duration patience(Configuration configuration) {
    return Duration.ofMillis(configuration.value(ConfigKeys.DEFAULT_API_TIMEOUT_MS));
  }

  String brokers() {
    return brokers;
  }
}
