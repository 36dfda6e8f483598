package io.toppar.app.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Reads the escapes of {@code -D} and {@code -f}: {@code \n \r \t \\ \xNN}. */
final class Escapes {

  private Escapes() {}

  /** The bytes of a whole text with escapes. */
  static byte[] bytes(String option, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      at = append(option, text, at, bytes);
    }
    return bytes.toByteArray();
  }

  /** Appends the character or escape at an index; returns the index behind it. */
  static int append(String option, String text, int at, ByteArrayOutputStream bytes) {
    int point = text.codePointAt(at);
    if (point != '\\') {
      bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
      return at + Character.charCount(point);
    }
    if (at + 1 == text.length()) {
      throw CommandException.usage(
          option
              + ": the backslash at the end of '"
              + text
              + "' escapes nothing; write \\\\ for one");
    }
    char escape = text.charAt(at + 1);
    switch (escape) {
      case 'n' -> bytes.write('\n');
      case 'r' -> bytes.write('\r');
      case 't' -> bytes.write('\t');
      case '\\' -> bytes.write('\\');
      case 'x' -> {
        bytes.write(hex(option, text, at));
        return at + 4;
      }
      default ->
          throw CommandException.usage(
              option + ": '\\" + escape + "' is not an escape; there are \\n \\r \\t \\\\ \\xNN");
    }
    return at + 2;
  }

  private static int hex(String option, String text, int at) {
    String digits = text.substring(at + 2, Math.min(at + 4, text.length()));
    if (digits.length() == 2
        && Character.digit(digits.charAt(0), 16) >= 0
        && Character.digit(digits.charAt(1), 16) >= 0) {
      return Integer.parseInt(digits, 16);
    }
    throw CommandException.usage(
        option + ": '\\x" + digits + "' needs two hexadecimal digits, such as \\x00");
  }
}
