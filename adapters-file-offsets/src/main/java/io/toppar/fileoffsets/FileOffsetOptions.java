package io.toppar.fileoffsets;

import java.nio.file.Path;

/**
 * Where and how a {@link FileOffsetStore} keeps its files. Immutable, any thread.
 *
 * @param directory the folder; made at the first use if it is missing
 * @param syncIntervalMillis when written offsets are forced to the device: {@link #SYNC_NEVER} only
 *     on request, {@link #SYNC_EACH} before a store completes, or at most this many milliseconds
 *     later
 * @param queueLimit how many operations may wait for the disk; one more is refused
 * @param fileOps the file system
 */
public record FileOffsetOptions(
    Path directory, long syncIntervalMillis, int queueLimit, FileOps fileOps) {

  /** Forced only by {@code sync}, {@code release} and {@code close}. */
  public static final long SYNC_NEVER = -1;

  /** Forced before each store completes. */
  public static final long SYNC_EACH = 0;

  private static final long DEFAULT_SYNC_MILLIS = 1000;
  private static final long MAX_SYNC_MILLIS = 86_400_000;
  private static final int DEFAULT_QUEUE_LIMIT = 100_000;

  /** Refuses values out of range and makes the folder's path absolute. */
  public FileOffsetOptions {
    if (syncIntervalMillis < SYNC_NEVER || syncIntervalMillis > MAX_SYNC_MILLIS) {
      throw new IllegalArgumentException(
          "sync interval "
              + syncIntervalMillis
              + " ms is out of range; give -1 (never), 0 (each write) or up to "
              + MAX_SYNC_MILLIS);
    }
    if (queueLimit < 1) {
      throw new IllegalArgumentException("queue limit " + queueLimit + " is below 1");
    }
    directory = directory.toAbsolutePath().normalize();
  }

  /** Files in this folder, forced within a second. */
  public static FileOffsetOptions of(Path directory) {
    return new FileOffsetOptions(
        directory, DEFAULT_SYNC_MILLIS, DEFAULT_QUEUE_LIMIT, new NioFileOps());
  }

  /** The same with another sync interval. */
  public FileOffsetOptions withSyncIntervalMillis(long millis) {
    return new FileOffsetOptions(directory, millis, queueLimit, fileOps);
  }

  /** The same with another queue limit. */
  public FileOffsetOptions withQueueLimit(int limit) {
    return new FileOffsetOptions(directory, syncIntervalMillis, limit, fileOps);
  }

  /** The same over another file system. */
  public FileOffsetOptions withFileOps(FileOps other) {
    return new FileOffsetOptions(directory, syncIntervalMillis, queueLimit, other);
  }
}
