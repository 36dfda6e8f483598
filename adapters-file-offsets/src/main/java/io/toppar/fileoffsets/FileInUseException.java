package io.toppar.fileoffsets;

import java.io.IOException;

/** Somebody else holds the lock on a file. */
public final class FileInUseException extends IOException {

  /** The holder could not be read from the lock file. */
  public static final long UNKNOWN_HOLDER = -1;

  private static final long serialVersionUID = 1;

  private final long holder;

  /**
   * Names the holder.
   *
   * @param file the locked file
   * @param holder the id of the process that holds it, or {@link #UNKNOWN_HOLDER}
   */
  public FileInUseException(String file, long holder) {
    super(file + " is locked by " + (holder < 0 ? "another process" : "process " + holder));
    this.holder = holder;
  }

  /** The id of the process that holds the lock, or {@link #UNKNOWN_HOLDER}. */
  public long holder() {
    return holder;
  }
}
