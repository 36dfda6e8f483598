package io.toppar.app.cli;

import io.toppar.app.client.TopparException;
import io.toppar.app.config.ConfigException;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;

/**
 * The entry of the command line, {@code ./toppar COMMAND}.
 *
 * <p>Exit statuses are those of {@link ExitCodes}; a failure is one line on standard error.
 */
@Command(
    name = "toppar",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Reads Kafka topics, goes on from offsets in local files, and writes topics.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ConsumeCommand.class,
      ProduceCommand.class,
      ListCommand.class,
      QueryCommand.class,
      OffsetsCommand.class,
      LagCommand.class,
      BrokerCommand.class,
      DemoCommand.class,
      ConfigCommand.class
    })
public final class Main {

  Main() {}

  /** Runs a command and ends the process with its exit status. */
  public static void main(String[] args) {
    LibraryLog.install();
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    IParameterExceptionHandler wrongOptions =
        (failure, args) -> {
          String command = failure.getCommandLine().getCommandSpec().qualifiedName();
          Terminal.tell(
              "toppar: " + oneLine(failure) + " ('" + command + " --help' shows the options)");
          return ExitCodes.USAGE;
        };
    IExecutionExceptionHandler failures =
        (failure, command, result) -> {
          if (failure instanceof RuntimeException known) {
            return tell(known);
          }
          if (failure instanceof IOException unwritten) {
            return tellUnwritten(unwritten);
          }
          throw failure;
        };
    return new CommandLine(new Main())
        .setParameterExceptionHandler(wrongOptions)
        .setExecutionExceptionHandler(failures);
  }

  /** Tells a failure in one line and returns the exit status for it; a bug of ours is thrown on. */
  static int tell(RuntimeException failure) {
    if (failure instanceof CommandException told) {
      Terminal.tell("toppar: " + oneLine(told));
      return told.exitCode();
    }
    if (failure instanceof ConfigException) {
      Terminal.tell("toppar: " + oneLine(failure));
      return ExitCodes.USAGE;
    }
    if (failure instanceof TopparException) {
      Terminal.tell("toppar: " + oneLine(failure));
      return ExitCodes.FAILED;
    }
    throw failure;
  }

  /** Commands tell their own faults; what is left is standard output. A closed pipe is no fault. */
  private static int tellUnwritten(IOException fault) {
    if (Terminal.isClosedPipe(fault)) {
      return ExitCodes.OK;
    }
    Terminal.tell("toppar: " + Terminal.unwritten(fault));
    return ExitCodes.FAILED;
  }

  private static String oneLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.strip().replaceAll("\\s*\\R\\s*", " ").replaceFirst("^Error: ", "");
  }
}
