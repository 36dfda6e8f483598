package io.toppar.protocol.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of JSON with {@code //} comments, the dialect of Kafka's schemas.
 *
 * <p>Values come out as {@link JsonObject}, {@link List}, {@link String}, {@link Long} and {@link
 * Boolean}; the schemas use no fractions and no null.
 */
final class JsonReader {
  private final String source;
  private final String text;
  private int position;

  private JsonReader(String source, String text) {
    this.source = source;
    this.text = text;
  }

  /** Reads the one object that the text holds; {@code source} names it in errors. */
  static JsonObject read(String source, String text) {
    JsonReader reader = new JsonReader(source, text);
    if (!(reader.value() instanceof JsonObject object)) {
      throw reader.error("an object is expected");
    }
    if (reader.peek() != END) {
      throw reader.error("text follows the object");
    }
    return object;
  }

  private Object value() {
    char next = peek();
    return switch (next) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> string();
      case 't', 'f' -> bool();
      default -> number();
    };
  }

  private JsonObject object() {
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    if (!accept('}')) {
      do {
        String key = string();
        expect(':');
        @Nullable Object previous = members.put(key, value());
        if (previous != null) {
          throw error("\"" + key + "\" is given twice");
        }
      } while (accept(','));
      expect('}');
    }
    return new JsonObject(source, members);
  }

  private List<Object> list() {
    List<Object> elements = new ArrayList<>();
    expect('[');
    if (!accept(']')) {
      do {
        elements.add(value());
      } while (accept(','));
      expect(']');
    }
    return List.copyOf(elements);
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      out.append(c == '\\' ? escaped() : c);
    }
    return out.toString();
  }

  private char escaped() {
    char c = next();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'n' -> '\n';
      case 't' -> '\t';
      default -> throw error("unknown escape \\" + c);
    };
  }

  private char next() {
    if (position >= text.length()) {
      throw error("the text ends inside a string");
    }
    return text.charAt(position++);
  }

  private Boolean bool() {
    for (String word : List.of("true", "false")) {
      if (text.startsWith(word, position)) {
        position += word.length();
        return Boolean.valueOf(word);
      }
    }
    throw error("a value is expected");
  }

  private Long number() {
    int start = position;
    while (position < text.length() && "-0123456789".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    try {
      return Long.valueOf(text.substring(start, position));
    } catch (NumberFormatException e) {
      throw error("a value is expected");
    }
  }

  private boolean accept(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    position++;
    return true;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw error("'" + wanted + "' is expected");
    }
  }

  /** The next character that is neither space nor comment, or {@link #END}. */
  private char peek() {
    while (position < text.length()) {
      if (text.startsWith("//", position)) {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
      } else if (Character.isWhitespace(text.charAt(position))) {
        position++;
      } else {
        return text.charAt(position);
      }
    }
    return END;
  }

  private SchemaException error(String what) {
    long line = text.substring(0, Math.min(position, text.length())).lines().count();
    return new SchemaException(source + ", line " + line + ": " + what);
  }

  private static final char END = '\0';
}
