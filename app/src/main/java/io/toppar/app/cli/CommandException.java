package io.toppar.app.cli;

/** Ends a command with one line for people and an exit status. */
final class CommandException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The command line is wrong. */
  static CommandException usage(String message) {
    return new CommandException(ExitCodes.USAGE, message);
  }

  /** The work failed. */
  static CommandException failed(String message) {
    return new CommandException(ExitCodes.FAILED, message);
  }

  int exitCode() {
    return exitCode;
  }
}
