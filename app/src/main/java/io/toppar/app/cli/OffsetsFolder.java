package io.toppar.app.cli;

import io.toppar.app.wiring.FolderStores;
import io.toppar.fileoffsets.FolderContents;
import io.toppar.fileoffsets.OffsetFolderReader;
import io.toppar.fileoffsets.OffsetLayout;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A folder of offsets that a command was pointed at, or a single file. Immutable. */
record OffsetsFolder(Path path) {

  static OffsetsFolder of(String option, Path path) {
    if (path.toString().isEmpty()) {
      throw CommandException.usage(option + ": the name of the folder is empty; give one");
    }
    return new OffsetsFolder(path);
  }

  /** Everything in it, without a lock. */
  FolderContents read() {
    try {
      return OffsetFolderReader.read(path);
    } catch (IOException fault) {
      throw unreadable(fault);
    }
  }

  /** The layout that was asked for, or the one there is; the files' where there is none yet. */
  OffsetLayout layout(@Nullable OffsetLayout asked) {
    if (asked != null || !Files.exists(path)) {
      return asked == null ? OffsetLayout.FILES : asked;
    }
    try {
      Set<OffsetLayout> layouts = OffsetFolderReader.layouts(path);
      if (layouts.size() > 1) {
        throw bothLayouts(path);
      }
      return layouts.isEmpty() ? OffsetLayout.FILES : layouts.iterator().next();
    } catch (IOException fault) {
      throw unreadable(fault);
    }
  }

  /** Opens it for changes, which lock what they change. */
  StoreSession open(OffsetLayout layout) {
    return new StoreSession(
        layout == OffsetLayout.FILES ? FolderStores.files(path) : FolderStores.journal(path),
        layout == OffsetLayout.FILES);
  }

  static CommandException bothLayouts(Path folder) {
    return CommandException.usage(
        folder
            + " holds offset files and a journal: say which with --layout files or --layout"
            + " journal");
  }

  static OffsetLayout parseLayout(String option, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "files" -> OffsetLayout.FILES;
      case "journal" -> OffsetLayout.JOURNAL;
      default ->
          throw CommandException.usage(
              option + ": '" + text + "' is no layout; there are files and journal");
    };
  }

  CommandException unreadable(IOException fault) {
    if (fault instanceof NoSuchFileException) {
      return CommandException.failed(path + " does not exist; name a folder with offsets");
    }
    if (fault instanceof AccessDeniedException) {
      return CommandException.failed(
          path + " cannot be read: permission denied; run this as the user that owns it");
    }
    return CommandException.failed(path + " cannot be read: " + fault.getMessage());
  }
}
