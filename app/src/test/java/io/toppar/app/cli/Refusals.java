package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands that are to be refused in this JVM, and tells with which words. */
final class Refusals {

  private Refusals() {}

  /** The refusal of a command with this exit status. */
  static String of(int status, String... arguments) {
    List<String> said = new ArrayList<>();
    CommandLine command = Main.commandLine(arguments);
    command.setExecutionExceptionHandler(
        (failure, failed, result) -> {
          said.add(String.valueOf(failure.getMessage()));
          if (failure instanceof CommandException told) {
            return told.exitCode();
          }
          throw failure;
        });
    command.setParameterExceptionHandler(
        (failure, words) -> {
          said.add(String.valueOf(failure.getMessage()));
          return ExitCodes.USAGE;
        });
    assertThat(command.execute(arguments)).as("%s", said).isEqualTo(status);
    assertThat(said).as("refusals").hasSize(1);
    return said.get(0);
  }
}
