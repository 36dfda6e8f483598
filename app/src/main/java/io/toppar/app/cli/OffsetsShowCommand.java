package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.FolderProblem;
import io.toppar.fileoffsets.FoundOffset;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code toppar offsets show}: every offset of a folder, in either layout. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description =
        "Shows the offsets in a folder, or those of a group at brokers, and what is not as it should be.",
    footer = {
      "",
      "An offset is the next one to read. A dash is a group, an epoch or metadata that there is not.",
      "With -b it is all those of --group; a NOTE says that a topic or a partition is not there any more.",
      "Of a file whose name fits several partitions the topic is '?'; the problem names them.",
      "Exit status: 0 shown, problems too; 1 there is no such folder, it cannot be listed, or no"
          + " broker answers; 2"
          + " wrong options."
    })
final class OffsetsShowCommand implements Callable<Integer> {

  private static final int FLUSH_BYTES = 1 << 16;

  @Mixin private FoundOffsets found = new FoundOffsets();

  @Option(
      names = "-J",
      description =
          "One JSON object per line: the offsets, then the problems, which have a field 'problem'.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    GroupOffsets group = found.readGroup();
    if (group != null) {
      return show(group);
    }
    FolderContents contents = found.read();
    List<FoundOffset> offsets = found.chosen(contents);
    OutputStream out = Terminal.out();
    Bytes bytes = new Bytes();
    if (json) {
      for (FoundOffset offset : offsets) {
        OffsetLines.append(offset, bytes);
        drain(bytes, out, FLUSH_BYTES);
      }
      for (FolderProblem problem : contents.problems()) {
        OffsetLines.append(problem, bytes);
      }
    } else if (!offsets.isEmpty()) {
      OffsetTable.of(offsets).appendTo(bytes);
    }
    drain(bytes, out, 0);
    if (!json) {
      tell(contents, offsets.isEmpty());
    }
    return ExitCodes.OK;
  }

  private int show(GroupOffsets group) throws IOException {
    Bytes bytes = new Bytes();
    if (json) {
      group.appendJson(bytes);
      group.appendProblems(bytes);
    } else if (!group.offsets().isEmpty()) {
      OffsetTable.of(group).appendTo(bytes);
    }
    drain(bytes, Terminal.out(), 0);
    if (!json) {
      group.failures().values().forEach(detail -> Terminal.tell("% " + detail));
      if (group.offsets().isEmpty()) {
        Terminal.tell("% no such offset is committed");
      }
    }
    return ExitCodes.OK;
  }

  private static void tell(FolderContents contents, boolean nothing) {
    contents.problems().forEach(problem -> Terminal.tell("% " + problem.detail()));
    if (nothing) {
      Terminal.tell("% no such offset in " + contents.path());
    }
  }

  static void drain(Bytes bytes, OutputStream out, int from) throws IOException {
    if (bytes.size() > from) {
      bytes.drainTo(out);
    }
  }
}
