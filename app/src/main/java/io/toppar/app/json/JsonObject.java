package io.toppar.app.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object, whose values are strings, whole numbers, true, false, null, such objects
 * or arrays of all these, as this program prints them. One thread, one object.
 */
public final class JsonObject {

  /** Deeper than this nothing may be nested. */
  private static final int MAX_DEPTH = 16;

  private final String text;
  private int at;

  private JsonObject(String text) {
    this.text = text;
  }

  /**
   * The members of an object in their order: String, Long, Boolean, null, a map or a list.
   *
   * @throws IllegalArgumentException if the text is no such object, with what is wrong
   */
  public static Map<String, @Nullable Object> parse(String text) {
    JsonObject reader = new JsonObject(text);
    Map<String, @Nullable Object> members = reader.object(0);
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.wrong("something follows the object");
    }
    return members;
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    expect('{');
    if (isNext('}')) {
      return members;
    }
    do {
      skipSpace();
      String name = string();
      expect(':');
      if (members.containsKey(name)) {
        throw wrong("'" + name + "' is there twice");
      }
      members.put(name, value(depth));
    } while (isNext(','));
    expect('}');
    return members;
  }

  private @Nullable Object value(int depth) {
    skipSpace();
    char first = at < text.length() ? text.charAt(at) : ' ';
    if (first == '"') {
      return string();
    }
    if (first == '[' || first == '{') {
      return nested(first, depth + 1);
    }
    if (first == '-' || isDigit(first)) {
      return number();
    }
    return word();
  }

  private Object nested(char first, int depth) {
    if (depth > MAX_DEPTH) {
      throw wrong("it is nested too deeply");
    }
    if (first == '{') {
      return object(depth);
    }
    return array(depth);
  }

  private List<@Nullable Object> array(int depth) {
    List<@Nullable Object> values = new ArrayList<>();
    expect('[');
    if (isNext(']')) {
      return values;
    }
    do {
      values.add(value(depth));
    } while (isNext(','));
    expect(']');
    return values;
  }

  private Long number() {
    int from = at;
    at += text.charAt(at) == '-' ? 1 : 0;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    String digits = text.substring(from, at);
    boolean ends = at == text.length() || ",}] \t\r".indexOf(text.charAt(at)) >= 0;
    try {
      if (ends && digits.matches("-?(0|[1-9][0-9]*)")) {
        return Long.parseLong(digits);
      }
    } catch (NumberFormatException e) {
      // Too large: refused below like everything else that is no whole number.
    }
    throw wrong("a number is no whole number, or too large");
  }

  private @Nullable Object word() {
    for (String word : new String[] {"null", "true", "false"}) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("null") ? null : Boolean.valueOf(word);
      }
    }
    throw wrong("a value is missing");
  }

  private String string() {
    expect('"');
    StringBuilder plain = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw wrong("a string holds a control character");
      }
      plain.append(c == '\\' ? escaped() : c);
    }
    expect('"');
    return plain.toString();
  }

  private char escaped() {
    char escape = at < text.length() ? text.charAt(at++) : ' ';
    return switch (escape) {
      case '"', '\\', '/' -> escape;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> throw wrong("a backslash escapes nothing");
    };
  }

  private char hex() {
    String digits = text.substring(at, Math.min(at + 4, text.length()));
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw wrong("\\u needs four hexadecimal digits");
    }
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  private void expect(char wanted) {
    if (!isNext(wanted)) {
      throw wrong("'" + wanted + "' is missing");
    }
  }

  /** Skips white space, and the character if it is the next one. */
  private boolean isNext(char wanted) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(what + " at character " + (at + 1));
  }
}
