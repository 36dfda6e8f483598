package io.toppar.fileoffsets;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The content of an offset file, read strictly: digits that make a {@code long}, then at most one
 * line end.
 *
 * <p>The line end is {@code \n}, or {@code \r\n} as writers in Windows' text mode leave it. Two
 * lines are refused rather than guessed at: which of the numbers was meant cannot be known.
 *
 * @param offset the offset, or -1 if there is none
 * @param problem what the file holds instead of an offset, or null if it holds one
 */
record OffsetFileText(long offset, @Nullable String problem) {

  /** As much as has to be read to judge any file. */
  static final int READ_BYTES = 64;

  private static final int MAX_DIGITS = 19;
  private static final int SHOWN_CHARACTERS = 24;

  static byte[] of(long offset) {
    return (offset + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  static OffsetFileText parse(byte[] content) {
    if (content.length == 0) {
      return unusable("is empty");
    }
    int end = withoutLineEnd(content);
    int digits = 0;
    while (digits < end && content[digits] >= '0' && content[digits] <= '9') {
      digits++;
    }
    if (digits < end || digits == 0) {
      return unusable(oddity(content, digits));
    }
    if (digits > MAX_DIGITS) {
      return tooLarge(content);
    }
    try {
      return new OffsetFileText(
          Long.parseLong(new String(content, 0, digits, StandardCharsets.US_ASCII)), null);
    } catch (NumberFormatException beyondLong) {
      return tooLarge(content);
    }
  }

  private static int withoutLineEnd(byte[] content) {
    int end = content.length;
    if (content[end - 1] == '\n') {
      end--;
      if (end > 0 && content[end - 1] == '\r') {
        end--;
      }
    }
    return end;
  }

  private static String oddity(byte[] content, int digits) {
    if (allZero(content)) {
      return "is filled with zero bytes, as after a crash of the machine";
    }
    if (digits > 0 && content[digits] == '\n') {
      return "holds more than one line, " + shown(content);
    }
    if (content[0] == '-' && content.length > 1 && content[1] >= '0' && content[1] <= '9') {
      return "holds a negative number, " + shown(content);
    }
    return "holds no number alone, but " + shown(content);
  }

  private static boolean allZero(byte[] content) {
    for (byte each : content) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  private static OffsetFileText tooLarge(byte[] content) {
    return unusable("holds a number too large for an offset, " + shown(content));
  }

  private static OffsetFileText unusable(String problem) {
    return new OffsetFileText(-1, problem);
  }

  private static String shown(byte[] content) {
    byte[] first = Arrays.copyOf(content, Math.min(content.length, SHOWN_CHARACTERS));
    String text =
        new String(first, StandardCharsets.ISO_8859_1).replace("\r", "\\r").replace("\n", "\\n");
    String more = content.length > SHOWN_CHARACTERS ? "..." : "";
    return '"' + text.replaceAll("[^\\x20-\\x7e]", "?") + more + '"';
  }
}
