package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FoundOffset;
import io.toppar.ports.OffsetKey;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code toppar offsets export}: offsets as JSON, which {@code import} takes back. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "Prints the offsets in a folder, or those of a group at brokers, as JSON for import.",
    footer = {
      "",
      "Exit status: 0 all of them; 1 some could not be read or told apart, and are named on"
          + " standard error; 2 wrong options."
    })
final class OffsetsExportCommand implements Callable<Integer> {

  private static final int FLUSH_BYTES = 1 << 16;

  @Mixin private FoundOffsets found = new FoundOffsets();

  @Override
  public Integer call() throws IOException {
    GroupOffsets group = found.readGroup();
    if (group != null) {
      return export(group);
    }
    FolderContents contents = found.readOneLayout();
    OutputStream out = Terminal.out();
    Bytes bytes = new Bytes();
    for (FoundOffset offset : found.chosen(contents)) {
      OffsetKey key = offset.key().orElse(null);
      if (key != null) {
        OffsetLines.append(key, offset.offset(), bytes);
        OffsetsShowCommand.drain(bytes, out, FLUSH_BYTES);
      }
    }
    OffsetsShowCommand.drain(bytes, out, 0);
    List<FolderProblem> missing = found.choice().hidden(contents);
    missing.forEach(
        problem -> Terminal.tell("toppar: not exported: " + KeyChoice.described(problem)));
    return missing.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static int export(GroupOffsets group) throws IOException {
    Bytes bytes = new Bytes();
    group.appendJson(bytes);
    OffsetsShowCommand.drain(bytes, Terminal.out(), 0);
    group.failures().values().forEach(detail -> Terminal.tell("toppar: not exported: " + detail));
    return group.failures().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
