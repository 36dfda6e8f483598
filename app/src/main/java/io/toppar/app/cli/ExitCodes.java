package io.toppar.app.cli;

/** What the exit status of a command says. */
final class ExitCodes {

  /** Done: the end, the count or the reader at the other end of the pipe said so. */
  static final int OK = 0;

  /** It could not be done, or not whole; the last line on standard error says why. */
  static final int FAILED = 1;

  /** The command line or the configuration is wrong; nothing was begun. */
  static final int USAGE = 2;

  private ExitCodes() {}
}
