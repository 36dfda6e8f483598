package io.toppar.app.cli;

import picocli.CommandLine.Option;

/** The option that bounds how many records a command reads or sends, with kcat's meaning. */
final class CountOption {

  @Option(
      names = "-c",
      paramLabel = "N",
      description = "End after so many records; 0 is no bound, as without -c.")
  private long count;

  /** The most records. */
  long most() {
    if (count < 0) {
      throw CommandException.usage(
          "-c: " + count + " is negative; give a number of records, or 0 for no bound");
    }
    return count == 0 ? Long.MAX_VALUE : count;
  }
}
