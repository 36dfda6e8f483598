package io.toppar.app.cli;

import io.toppar.fileoffsets.ConvertedFolder;
import io.toppar.fileoffsets.OffsetFolderConversion;
import io.toppar.fileoffsets.OffsetLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code toppar offsets convert}: from one layout into the other. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    description = "Moves all offsets of a folder into one layout.",
    footer = {
      "",
      "All are in the new layout and on the disk before what was in the old one is moved aside, into"
          + " a folder set-aside-1 (or the next free number) in the same folder: nothing is deleted."
          + " What dies on the way can be run again. Leader epochs and metadata have no room in"
          + " files; that is told.",
      "Exit status: 0 done; 1 refused or failed; 2 wrong options."
    })
final class OffsetsConvertCommand implements Callable<Integer> {

  @Option(
      names = "--offsets",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the offsets.")
  private Path folder = Path.of("");

  @Option(
      names = "--to",
      required = true,
      paramLabel = "files|journal",
      description = "The layout that is wanted.")
  private String to = "";

  @Option(
      names = "--overwrite",
      description =
          "Where the folder has both, replace other offsets of the same partition in the new layout;"
              + " refused without.")
  private boolean overwrite;

  @Override
  public Integer call() {
    OffsetLayout layout = OffsetsFolder.parseLayout("--to", to);
    Path path = OffsetsFolder.of("--offsets", folder).path();
    if (!Files.exists(path)) {
      throw CommandException.failed(path + " does not exist; name a folder with offsets");
    }
    try {
      tell(OffsetFolderConversion.convert(path, layout, overwrite), layout);
      return ExitCodes.OK;
    } catch (IOException fault) {
      throw CommandException.failed(String.valueOf(fault.getMessage()));
    }
  }

  private static void tell(ConvertedFolder done, OffsetLayout layout) {
    if (done.droppedEpochs() > 0) {
      Terminal.tell(
          "% no room in offset files for " + Counted.of(done.droppedEpochs(), "leader epoch"));
    }
    if (done.droppedMetadata() > 0) {
      Terminal.tell(
          "% no room in offset files for " + Counted.of(done.droppedMetadata(), "metadata text"));
    }
    Terminal.tell(
        done.kept()
            .map(
                kept ->
                    "% "
                        + Counted.of(done.offsets(), "offset")
                        + " converted; what was there is in "
                        + kept)
            .orElse(
                layout == OffsetLayout.JOURNAL
                    ? "% there are no offset files to convert"
                    : "% there is no journal to convert"));
  }
}
