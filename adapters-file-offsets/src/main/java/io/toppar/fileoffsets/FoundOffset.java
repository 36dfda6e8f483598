package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An offset that {@link OffsetFolderReader} found. Immutable, any thread.
 *
 * @param keys whose it is. More than one where that cannot be told: a file of librdkafka's called
 *     {@code t-1-2-g.offset} may be of {@code t}, 1, group {@code 2-g}, or of {@code t-1}, 2, group
 *     {@code g}. None where the file's name does not say, as that of a single file does not
 * @param offset the offset
 * @param layout the layout it is kept in
 * @param file the file it is in
 */
public record FoundOffset(
    List<OffsetKey> keys, StoredOffset offset, OffsetLayout layout, Path file) {

  /** Takes a copy of the keys. */
  public FoundOffset {
    keys = List.copyOf(keys);
  }

  /** Whose it is, where that can be told. */
  public Optional<OffsetKey> key() {
    return keys.size() == 1 ? Optional.of(keys.get(0)) : Optional.empty();
  }
}
