package io.toppar.fileoffsets;

import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why an operation on an offset file cannot be done, in one line for a person. */
final class StoreRefusal extends Exception {

  private static final long serialVersionUID = 1;

  private final Reason reason;

  StoreRefusal(Reason reason, String detail, @Nullable Throwable cause) {
    super(oneLine(detail), cause);
    this.reason = reason;
  }

  /**
   * An input or output fault.
   *
   * @param doing what failed, as in {@code write}
   * @param consequence what that means for the offset
   */
  static StoreRefusal io(String doing, Path path, String consequence, IOException cause) {
    String what = said(cause);
    String detail =
        "cannot " + doing + " " + path + ": " + what + "; " + consequence + "; " + advice(what);
    return new StoreRefusal(Reason.IO, detail, cause);
  }

  /** Somebody else holds a file. */
  static StoreRefusal inUse(Path path, FileInUseException used, String advice) {
    return new StoreRefusal(
        Reason.IN_USE, path + " is in use by " + holder(used.holder()) + "; " + advice, used);
  }

  private static String holder(long process) {
    if (process == ProcessHandle.current().pid()) {
      return "another offset store of this process, " + process;
    }
    return process < 0 ? "another process" : "process " + process;
  }

  StoreOutcome.Failed outcome() {
    return new StoreOutcome.Failed(reason, detail());
  }

  String detail() {
    return String.valueOf(getMessage());
  }

  /** The system's word for a fault, without the path that the message names already. */
  private static String said(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (cause instanceof FileSystemException fault && fault.getReason() != null) {
      return fault.getReason();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  private static String advice(String said) {
    String fault = said.toLowerCase(Locale.ROOT);
    if (fault.contains("permission")) {
      return "give this user read and write permission to the folder and its files";
    }
    if (fault.contains("no space") || fault.contains("quota")) {
      return "free space on that disk";
    }
    if (fault.contains("read-only")) {
      return "name a folder on a writable disk";
    }
    if (fault.contains("too many open files")) {
      return "raise the limit of open files, one is needed per partition";
    }
    if (fault.contains("does not exist")) {
      return "the folder is made again at the next write";
    }
    return "check the folder and its disk";
  }

  /** Names come from outside: nothing in them may break the line. */
  static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
