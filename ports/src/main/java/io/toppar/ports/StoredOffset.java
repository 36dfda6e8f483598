package io.toppar.ports;

import java.util.Objects;

/**
 * A stored position. Immutable, any thread.
 *
 * @param offset the next offset to read, 0 or greater
 * @param leaderEpoch epoch of the record before it, or -1 where unknown or not kept
 * @param metadata what the application stored with it; empty for none or not kept
 */
public record StoredOffset(long offset, int leaderEpoch, String metadata) {

  /** Refuses a negative offset. */
  public StoredOffset {
    Objects.requireNonNull(metadata, "metadata; the empty text stands for none");
    if (offset < 0) {
      throw new IllegalArgumentException(
          "offset " + offset + " is negative; only absolute offsets are stored");
    }
  }

  /** An offset alone. */
  public static StoredOffset of(long offset) {
    return new StoredOffset(offset, -1, "");
  }
}
