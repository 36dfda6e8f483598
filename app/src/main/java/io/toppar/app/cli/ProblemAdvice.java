package io.toppar.app.cli;

import io.toppar.fileoffsets.FolderProblem;

/** What problems of an offset folder mean. Stateless. */
final class ProblemAdvice {

  private ProblemAdvice() {}

  /** Whether there may be an offset that cannot be read, or not be told whose it is. */
  static boolean hidesOffsets(FolderProblem problem) {
    return switch (problem.kind()) {
      case UNREADABLE,
          NO_OFFSET,
          AMBIGUOUS_NAME,
          UNKNOWN_NAME,
          NOT_A_FILE,
          DAMAGED_JOURNAL,
          UNKNOWN_VERSION,
          NOT_A_JOURNAL ->
          true;
      case DAMAGED_NAMES, LEFT_OVER, TORN_JOURNAL, KEPT_JOURNAL, BOTH_LAYOUTS -> false;
    };
  }

  /** What to do about it, in a few words; empty where the problem says it itself. */
  static String advice(FolderProblem problem) {
    return switch (problem.kind()) {
      case UNREADABLE -> "";
      case NO_OFFSET ->
          "store one with 'offsets set' or forget it with 'offsets delete'; --repair moves the file"
              + " aside";
      case AMBIGUOUS_NAME ->
          "say whose it is: 'offsets set' with that -t, -p and --group, and the same offset";
      case UNKNOWN_NAME -> "move it away; --repair moves it aside";
      case NOT_A_FILE -> "move it away; --repair moves it aside";
      case DAMAGED_NAMES ->
          "no harm: they are not used; --repair writes the file anew without them, where no client"
              + " runs";
      case LEFT_OVER ->
          "no harm: it is cleared away when its offset is next used; --repair moves" + " it aside";
      case TORN_JOURNAL ->
          "no harm: it is cut off when a client next opens it; --repair does so now, and keeps it";
      case DAMAGED_JOURNAL ->
          "offsets in it may be old or missing: compare with a copy; --repair writes it anew and"
              + " keeps it aside";
      case UNKNOWN_VERSION -> "use the program that wrote it";
      case NOT_A_JOURNAL ->
          "put a copy in its place; --repair moves it aside, which leaves no offset at all";
      case KEPT_JOURNAL -> "look at it, then delete it; --repair moves it aside";
      case BOTH_LAYOUTS -> "'offsets convert --to files' or '--to journal' leaves one of them";
    };
  }
}
