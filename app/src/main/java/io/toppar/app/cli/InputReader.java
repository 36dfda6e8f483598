package io.toppar.app.cli;

import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of some files, or of standard input, one after the other; no more of them is in
 * memory than one message and a buffer. One thread.
 *
 * <p>What is wrong ends the reading with a {@link CommandException} that says where.
 */
final class InputReader implements AutoCloseable {

  /** The file name that stands for standard input. */
  private static final String STANDARD_INPUT = "-";

  private final InputStream standardInput;
  private final Splitter splitter;
  private final InputFormat format;
  private final Iterator<String> names;
  private final Slice piece = new Slice();

  private @Nullable InputStream open;
  private @Nullable InputPieces pieces;
  private String name = "";

  /** How a stream is split into the pieces that become messages. */
  @FunctionalInterface
  interface Splitter {

    /** The pieces of a stream that is called so in messages. */
    InputPieces split(InputStream in, String name);
  }

  /**
   * Checks the names, and opens nothing yet.
   *
   * @param files names of files, {@code -} for standard input; none stands for that, too
   * @param standardInput read if it is named, and never closed
   * @throws CommandException if a file is not there or cannot be read
   */
  InputReader(
      List<String> files, InputStream standardInput, Splitter splitter, InputFormat format) {
    files.forEach(InputReader::check);
    this.names = files.isEmpty() ? List.of(STANDARD_INPUT).iterator() : files.iterator();
    this.standardInput = standardInput;
    this.splitter = splitter;
    this.format = format;
  }

  private static void check(String file) {
    if (file.equals(STANDARD_INPUT)) {
      return;
    }
    try {
      Path path = Path.of(file);
      if (!Files.exists(path)) {
        throw CommandException.usage("'" + file + "' does not exist");
      }
      if (Files.isDirectory(path)) {
        throw CommandException.usage("'" + file + "' is a folder; name the files in it");
      }
      if (!Files.isReadable(path)) {
        throw CommandException.usage("'" + file + "' may not be read");
      }
    } catch (InvalidPathException e) {
      throw CommandException.usage("'" + file + "' is no path on this system");
    }
  }

  /** Reads the next message; false if there are no more. */
  boolean next(InputMessage message) {
    try {
      while (nextPiece()) {
        if (format.read(piece, message.clear())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw CommandException.failed(
          name + " cannot be read: " + why(e) + "; what follows was not sent");
    } catch (IllegalArgumentException e) {
      throw refusal(String.valueOf(e.getMessage()));
    }
  }

  /** The name stands before it already, which is all that some faults say. */
  private static String why(IOException fault) {
    if (fault instanceof NoSuchFileException) {
      return "it is no longer there";
    }
    return fault instanceof AccessDeniedException
        ? "it may not be read"
        : String.valueOf(fault.getMessage());
  }

  /** The end of the reading, as the last message is none that can be sent: where, and why. */
  CommandException refusal(String why) {
    return CommandException.failed(place() + ": " + why + "; it was not sent, nor what follows it");
  }

  private boolean nextPiece() throws IOException {
    while (pieces == null || !pieces.next(piece)) {
      close();
      if (!names.hasNext()) {
        return false;
      }
      pieces = splitter.split(open(names.next()), name);
    }
    return true;
  }

  private InputStream open(String file) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      name = "standard input";
      return standardInput;
    }
    name = file;
    InputStream opened = Files.newInputStream(Path.of(file));
    open = opened;
    return opened;
  }

  /** The last message as it was read, with the delimiter that ended it if one did. */
  Slice read() {
    return pieces == null ? new Slice() : pieces.read();
  }

  /** Where the last message was read, for people: {@code line 3 of FILE}. */
  String place() {
    return pieces == null ? name : pieces.place();
  }

  @Override
  public void close() throws IOException {
    pieces = null;
    InputStream closing = open;
    open = null;
    if (closing != null) {
      closing.close();
    }
  }
}
