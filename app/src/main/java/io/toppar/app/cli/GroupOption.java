package io.toppar.app.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that works on offsets at brokers in place of a folder. */
final class GroupOption {

  @Option(
      names = {"-b", "--brokers"},
      paramLabel = "HOST:PORT[,..]",
      description = "The offsets that brokers keep for --group, in place of a folder's.")
  private @Nullable String brokers;

  @Option(
      names = "-X",
      paramLabel = "KEY=VALUE",
      description = "A configuration key, with -b; repeatable.")
  private List<String> settings = new ArrayList<>();

  /**
   * The cluster, or null where a folder is meant; refused where it is not clear which.
   *
   * @param folder whether a folder was named
   */
  @Nullable ClusterOptions cluster(boolean folder, @Nullable String group) {
    if (folder == (brokers != null)) {
      throw CommandException.usage(
          "the offsets of a folder, or those of a group at brokers? Give --offsets DIR, or -b"
              + " HOST:PORT and --group G");
    }
    if (brokers == null) {
      if (!settings.isEmpty()) {
        throw CommandException.usage("-X: a folder needs no configuration; leave it out");
      }
      return null;
    }
    if (group == null) {
      throw CommandException.usage("-b: brokers keep the offsets of groups; name one with --group");
    }
    return ClusterOptions.of(brokers, settings);
  }
}
