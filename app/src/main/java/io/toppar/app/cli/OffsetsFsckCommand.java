package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.app.json.Json;
import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.OffsetFolderRepair;
import io.toppar.fileoffsets.RepairedProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code toppar offsets fsck}: what is wrong in a folder, and what to do about it. */
@Command(
    name = "fsck",
    mixinStandardHelpOptions = true,
    description = "Checks a folder of offsets, and mends it where asked.",
    footer = {
      "",
      "Nothing is changed without --repair, and nothing deleted with it: what is of no use is moved"
          + " into a folder set-aside-1 (or the next free number) in the same folder. What a running"
          + " process holds is left alone. While a client runs, a torn journal or a left-over may be"
          + " a write under way: run it again.",
      "Exit status: 0 no problem, or none left; 1 a problem, or the folder cannot be read; 2 wrong"
          + " options."
    })
final class OffsetsFsckCommand implements Callable<Integer> {

  @Option(
      names = "--offsets",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the offsets, or a single offset file.")
  private Path folder = Path.of("");

  @Option(names = "--repair", description = "Mend what can be mended without a choice.")
  private boolean repair;

  @Option(names = "-J", description = "One JSON object per line and problem.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    FolderContents contents = OffsetsFolder.of("--offsets", folder).read();
    Bytes out = new Bytes();
    int left = 0;
    if (repair) {
      List<RepairedProblem> results = OffsetFolderRepair.repair(contents);
      for (RepairedProblem result : results) {
        append(result.problem(), result.result(), result.mended(), out);
        left += result.mended() ? 0 : 1;
      }
    } else {
      for (FolderProblem problem : contents.problems()) {
        append(problem, "", false, out);
        left++;
      }
    }
    if (!json) {
      out.append(contents.path() + ": " + Counted.of(contents.offsets().size(), "offset") + ", ");
      out.append(Counted.of(contents.problems().size(), "problem"));
      out.append(repair ? ", " + left + " left\n" : "\n");
    }
    out.drainTo(Terminal.out());
    return left == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private void append(FolderProblem problem, String result, boolean mended, Bytes out) {
    String advice = mended ? "" : ProblemAdvice.advice(problem);
    if (json) {
      out.append("{\"problem\":\"" + problem.kind().name().toLowerCase(Locale.ROOT));
      out.append("\",\"file\":");
      Json.append(problem.file().toString(), out);
      out.append(",\"detail\":");
      Json.append(problem.detail(), out);
      out.append(",\"advice\":");
      Json.append(advice, out);
      if (repair) {
        out.append(",\"mended\":" + mended + ",\"result\":");
        Json.append(result, out);
      }
      out.append("}\n");
    } else {
      out.append(problem.detail() + "\n");
      if (repair) {
        out.append((mended ? "  mended: " : "  not mended: ") + result + "\n");
      }
      out.append(advice.isEmpty() ? "" : "  " + advice + "\n");
    }
  }
}
