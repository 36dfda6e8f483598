package io.toppar.ports;

import io.toppar.domain.ErrorCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of an operation of an {@link OffsetStore}. Immutable, any thread. */
public sealed interface StoreOutcome {

  /**
   * A load ended.
   *
   * @param offset what is stored, or null if nothing is, or nothing usable
   * @param warning why something that is stored was not usable, or null
   */
  record Loaded(@Nullable StoredOffset offset, @Nullable String warning) implements StoreOutcome {}

  /** A store succeeded. */
  record Stored() implements StoreOutcome {}

  /** A sync succeeded. */
  record Synced() implements StoreOutcome {}

  /** A key has no offset any more. */
  record Deleted() implements StoreOutcome {}

  /**
   * Everything that is stored for a group.
   *
   * @param offsets the offsets that could be told
   * @param untold keys that have, or may have, an offset that could not be told just then; a load
   *     waits for it, or says why
   */
  record Listed(Map<OffsetKey, StoredOffset> offsets, List<OffsetKey> untold)
      implements StoreOutcome {}

  /** A key was let go. */
  record Released() implements StoreOutcome {}

  /**
   * An operation failed; what was stored before is kept.
   *
   * @param reason the kind of failure
   * @param error the code behind it where there is one, else {@link ErrorCode#NONE}
   * @param detail one line: what, where and what to do
   */
  record Failed(Reason reason, ErrorCode error, String detail) implements StoreOutcome {

    /** A failure without a code. */
    public Failed(Reason reason, String detail) {
      this(reason, ErrorCode.NONE, detail);
    }
  }

  /** Why an operation failed. */
  enum Reason {
    /** Reading or writing failed; trying again may help. */
    IO,
    /** Another process holds the key. */
    IN_USE,
    /**
     * The key, or the metadata with it, cannot be represented: illegal or too long, or a collision.
     */
    BAD_KEY,
    /** Too much waits for the store; this was not tried, and trying again later helps. */
    BUSY,
    /** Not allowed, or never going to be taken: trying again cannot help until somebody acts. */
    REFUSED,
    /** The store was closed. */
    CLOSED
  }
}
