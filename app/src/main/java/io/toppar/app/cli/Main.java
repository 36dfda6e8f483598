package io.toppar.app.cli;

import io.toppar.app.client.TopparException;
import io.toppar.app.config.ConfigException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
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
    synopsisSubcommandLabel = "COMMAND")
public final class Main {

  /** The commands by name, in the order of the help. */
  private static final Map<String, Class<?>> COMMANDS = commands();

  Main() {}

  private static Map<String, Class<?>> commands() {
    Map<String, Class<?>> commands = new LinkedHashMap<>();
    commands.put("consume", ConsumeCommand.class);
    commands.put("produce", ProduceCommand.class);
    commands.put("list", ListCommand.class);
    commands.put("query", QueryCommand.class);
    commands.put("offsets", OffsetsCommand.class);
    commands.put("lag", LagCommand.class);
    commands.put("broker", BrokerCommand.class);
    commands.put("demo", DemoCommand.class);
    commands.put("config", ConfigCommand.class);
    return commands;
  }

  /** Runs a command and ends the process with its exit status. */
  public static void main(String[] args) {
    LibraryLog.install();
    System.exit(commandLine(args).execute(args));
  }

  /** The commands that these arguments may mean: reading what one looks like costs start-up. */
  static CommandLine commandLine(String... args) {
    CommandLine line = new CommandLine(new Main());
    Class<?> meant = args.length == 0 ? null : COMMANDS.get(args[0]);
    Map<String, Class<?>> wanted = meant == null ? COMMANDS : Map.of(args[0], meant);
    wanted.forEach(line::addSubcommand);
    return handled(line);
  }

  private static CommandLine handled(CommandLine line) {
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
    return line.setParameterExceptionHandler(wrongOptions).setExecutionExceptionHandler(failures);
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
