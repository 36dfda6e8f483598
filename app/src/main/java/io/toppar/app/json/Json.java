package io.toppar.app.json;

import io.toppar.ports.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON texts from raw bytes.
 *
 * <p>Bytes that are UTF-8 become a string. Bytes that are not become {@code {"base64":"..."}}, so
 * that every line is valid JSON and every value can be read back (B236).
 */
public final class Json {

  private static final String[] SHORT = new String[0x20];

  static {
    SHORT['\b'] = "\\b";
    SHORT['\f'] = "\\f";
    SHORT['\n'] = "\\n";
    SHORT['\r'] = "\\r";
    SHORT['\t'] = "\\t";
  }

  private Json() {}

  /** Appends bytes as a string, an object of base64, or null. */
  public static void append(@Nullable Slice bytes, Bytes out) {
    if (bytes == null) {
      out.append("null");
    } else if (isUtf8(bytes)) {
      appendString(bytes, out);
    } else {
      out.append("{\"base64\":\"")
          .append(Base64.getEncoder().encode(bytes.toBytes()))
          .append("\"}");
    }
  }

  /** Appends a text as a string. */
  public static void append(String text, Bytes out) {
    appendString(Slice.of(text), out);
  }

  private static void appendString(Slice text, Bytes out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      int b = text.at(i);
      if (b == '"' || b == '\\') {
        out.append('\\').append(b);
      } else if (b >= 0 && b < 0x20) {
        String escape = SHORT[b];
        out.append(escape != null ? escape : String.format("\\u%04X", b));
      } else {
        out.append(b);
      }
    }
    out.append('"');
  }

  private static boolean isUtf8(Slice bytes) {
    int i = 0;
    while (i < bytes.length() && bytes.at(i) >= 0) {
      i++;
    }
    if (i == bytes.length()) {
      return true;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(bytes.toByteBuffer());
      return true;
    } catch (java.nio.charset.CharacterCodingException e) {
      return false;
    }
  }
}
