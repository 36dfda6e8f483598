package io.toppar.fileoffsets;

import java.nio.file.Path;
import java.util.List;

/**
 * What {@link OffsetFolderReader} found in an offset folder. Immutable, any thread.
 *
 * @param path the folder, or the single file
 * @param offsets every offset, by file name and, within a journal, in the order in which its keys
 *     were first stored
 * @param problems everything that is not as it should be
 */
public record FolderContents(Path path, List<FoundOffset> offsets, List<FolderProblem> problems) {

  /** Takes copies. */
  public FolderContents {
    offsets = List.copyOf(offsets);
    problems = List.copyOf(problems);
  }

  /** The offsets in one of the layouts. */
  public List<FoundOffset> offsets(OffsetLayout layout) {
    return offsets.stream().filter(each -> each.layout() == layout).toList();
  }
}
