package io.toppar.fileoffsets;

import java.nio.file.Path;

/**
 * Something in an offset folder that is not as it should be. Immutable, any thread.
 *
 * @param kind what kind of problem
 * @param file the file that has it
 * @param detail one line for a person: what, where, and what it means
 */
public record FolderProblem(Kind kind, Path file, String detail) {

  /** The kinds of problems, and what mends them. */
  public enum Kind {
    /** It cannot be read: permission, a bad disk. Nothing of it is known. */
    UNREADABLE,
    /** An offset file that holds no offset. Deleting the offset of its key mends it. */
    NO_OFFSET,
    /** An offset file whose name fits more than one topic, partition and group. */
    AMBIGUOUS_NAME,
    /** A file that ends like an offset file but names no topic and partition. */
    UNKNOWN_NAME,
    /** Something else than a file under the name of one. */
    NOT_A_FILE,
    /** Lines of the side file of names that are not whole; they are ignored. */
    DAMAGED_NAMES,
    /** What a crash left of a write. Loading or storing the key clears it away. */
    LEFT_OVER,
    /**
     * A journal whose end is no whole entry: a write was cut short, or is under way in another
     * process. The next store that opens the journal cuts it off.
     */
    TORN_JOURNAL,
    /**
     * A journal with damage before its end; what is behind it is not read. The next store that
     * opens the journal keeps the damaged one aside.
     */
    DAMAGED_JOURNAL,
    /** A journal of a version that is not known here; nothing of it is known. */
    UNKNOWN_VERSION,
    /** A journal whose header is damaged, or no journal; nothing of it is known. */
    NOT_A_JOURNAL,
    /** A damaged journal that was kept aside. */
    KEPT_JOURNAL,
    /** A folder with offset files and a journal; a client uses one of them only. */
    BOTH_LAYOUTS
  }
}
