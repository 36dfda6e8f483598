package io.toppar.app.cli;

import io.toppar.fileoffsets.OffsetLayout;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that changes offsets: which folder, and which layout. */
final class FolderOption {

  @Option(
      names = "--offsets",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the offsets, as consume --offsets.")
  private Path folder = Path.of("");

  @Option(
      names = "--layout",
      paramLabel = "files|journal",
      description = "How they are kept; found out where it is not given, files in a new folder.")
  private @Nullable String layout;

  OffsetsFolder folder() {
    return OffsetsFolder.of("--offsets", folder);
  }

  OffsetLayout layout() {
    return folder().layout(layout == null ? null : OffsetsFolder.parseLayout("--layout", layout));
  }
}
