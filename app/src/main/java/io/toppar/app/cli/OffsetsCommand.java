package io.toppar.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code toppar offsets}: the offsets that are kept, by hand and by script. */
@Command(
    name = "offsets",
    mixinStandardHelpOptions = true,
    description =
        "Shows, changes, moves and checks the offsets in a folder, or of a group at brokers.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      OffsetsShowCommand.class,
      OffsetsSetCommand.class,
      OffsetsDeleteCommand.class,
      OffsetsExportCommand.class,
      OffsetsImportCommand.class,
      OffsetsConvertCommand.class,
      OffsetsFsckCommand.class
    },
    footer = {
      "",
      "show, export and fsck without --repair take no lock: they read while a client runs. The"
          + " others are refused, with the id of the process, what a running one holds."
    })
final class OffsetsCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing required subcommand");
  }
}
