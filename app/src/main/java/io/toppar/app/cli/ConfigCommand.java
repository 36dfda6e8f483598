package io.toppar.app.cli;

import io.toppar.app.config.ConfigDocs;
import io.toppar.app.json.Bytes;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code toppar config}: prints the table of configuration keys, as docs/configuration.md. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Prints all configuration keys as a Markdown page.")
final class ConfigCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException {
    new Bytes().append(ConfigDocs.page()).drainTo(Terminal.out());
    return ExitCodes.OK;
  }
}
