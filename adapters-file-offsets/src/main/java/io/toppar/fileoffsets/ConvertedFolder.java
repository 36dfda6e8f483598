package io.toppar.fileoffsets;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@link OffsetFolderConversion} did. Immutable, any thread.
 *
 * @param offsets how many offsets are in the new layout now that were in the old one
 * @param droppedEpochs of how many the leader epoch is not kept
 * @param droppedMetadata of how many the metadata is not kept
 * @param setAside the folder with what was in the old layout, or null if nothing was
 */
public record ConvertedFolder(
    int offsets, int droppedEpochs, int droppedMetadata, @Nullable Path setAside) {

  /** The folder with what was in the old layout. */
  public Optional<Path> kept() {
    return Optional.ofNullable(setAside);
  }
}
