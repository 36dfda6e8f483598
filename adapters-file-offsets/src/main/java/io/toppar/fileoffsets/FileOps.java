package io.toppar.fileoffsets;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Everything the offset files ask of a file system, so that each failure can be played in a test.
 *
 * <p>{@link NioFileOps} is the real one. Called by one thread per store; an implementation serves
 * several stores at once. Failures are {@link IOException}s whose class and message are worth
 * showing to a person.
 */
public interface FileOps {

  /** What a path names; symbolic links are followed. */
  Kind kind(Path path) throws IOException;

  /** The length of a file in bytes. */
  long size(Path file) throws IOException;

  /** Makes a folder and the missing ones above it, for the owner only. */
  void createDirectories(Path directory) throws IOException;

  /** Reads a file from its start, at most so many bytes. */
  byte[] read(Path file, int atMost) throws IOException;

  /** Opens a file for reading at its start. */
  Input open(Path file) throws IOException;

  /** The names in a folder, hidden ones too, in no particular order. */
  List<String> list(Path directory) throws IOException;

  /** Makes a file anew for the owner only; one that is there is deleted first. */
  Output create(Path file) throws IOException;

  /** Opens a file for writing at its end; one that is missing is made, for the owner only. */
  Output append(Path file) throws IOException;

  /** Renames in one step, replacing the target. */
  void rename(Path from, Path to) throws IOException;

  /** Forces what was written to a file to the device. */
  void force(Path file) throws IOException;

  /** Forces the names in a folder to the device, where the system can. */
  void forceDirectory(Path directory) throws IOException;

  /** Deletes a file; a missing one is no error. */
  void deleteIfExists(Path file) throws IOException;

  /**
   * Locks a file against every other holder, in this process or another, and makes it if it is
   * missing; never waits.
   *
   * @throws FileInUseException if somebody holds it
   */
  Lock lock(Path file) throws IOException;

  /** What a path can name. */
  enum Kind {
    /** Nothing. */
    ABSENT,
    /** An ordinary file. */
    FILE,
    /** A folder. */
    DIRECTORY,
    /** Something else: a pipe, a socket, a device. */
    OTHER
  }

  /** A file open for reading. */
  interface Input extends Closeable {

    /** Reads some bytes, perhaps not all that fit; returns how many, -1 at the end. */
    int read(ByteBuffer target) throws IOException;
  }

  /** A file open for writing. */
  interface Output extends Closeable {

    /** Writes some of the bytes, perhaps not all; returns how many. */
    int write(ByteBuffer source) throws IOException;

    /** Forces what was written to the device. */
    void force() throws IOException;

    /** Cuts the file to a length that it has reached; the next write goes behind it. */
    void truncate(long bytes) throws IOException;
  }

  /** A lock on a file; the system frees it when the process dies. */
  interface Lock {

    /** Whether the locked file is still the one under its name, not deleted or replaced. */
    boolean intact() throws IOException;

    /** Lets go; the file stays. A second call does nothing. */
    void release() throws IOException;
  }
}
