package io.toppar.app.cli;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** kcat's {@code -f}: literal text with tokens such as {@code %o}. */
final class PatternFormat implements RecordFormat {

  private static final String TOKENS = "%t %p %o %k %K %s %S %R %T %h %%";

  private final List<RecordFormat> parts = new ArrayList<>();
  private final boolean showNull;

  /** Parses a pattern; {@code showNull} prints null keys and values as NULL. */
  PatternFormat(String pattern, boolean showNull) {
    this.showNull = showNull;
    ByteArrayOutputStream literal = new ByteArrayOutputStream();
    int at = 0;
    while (at < pattern.length()) {
      if (pattern.charAt(at) != '%') {
        at = Escapes.append("-f", pattern, at, literal);
        continue;
      }
      if (at + 1 == pattern.length()) {
        throw CommandException.usage(
            "-f: the % at the end of '" + pattern + "' is no token; write %% for a percent sign");
      }
      char token = pattern.charAt(at + 1);
      if (token == '%') {
        literal.write('%');
      } else {
        endLiteral(literal);
        parts.add(token(token));
      }
      at += 2;
    }
    endLiteral(literal);
  }

  private void endLiteral(ByteArrayOutputStream literal) {
    if (literal.size() > 0) {
      byte[] text = literal.toByteArray();
      parts.add((from, record, out) -> out.append(text));
      literal.reset();
    }
  }

  private RecordFormat token(char token) {
    return switch (token) {
      case 't' -> (from, record, out) -> out.append(from.topic());
      case 'p' -> (from, record, out) -> out.append((long) from.partition());
      case 'o' -> (from, record, out) -> out.append(record.offset());
      case 'k' -> (from, record, out) -> appendText(record.key(), out);
      case 'K' -> (from, record, out) -> out.append((long) length(record.key()));
      case 's' -> (from, record, out) -> appendText(record.value(), out);
      case 'S' -> (from, record, out) -> out.append((long) length(record.value()));
      case 'R' -> (from, record, out) -> out.appendInt(length(record.value()));
      case 'T' -> (from, record, out) -> out.append(record.timestamp());
      case 'h' -> (from, record, out) -> appendHeaders(record, out);
      default ->
          throw CommandException.usage("-f: '%" + token + "' is no token; there are " + TOKENS);
    };
  }

  private void appendText(@Nullable Slice text, Bytes out) {
    if (text != null) {
      out.append(text);
    } else if (showNull) {
      out.append("NULL");
    }
  }

  private static int length(@Nullable Slice slice) {
    return slice == null ? -1 : slice.length();
  }

  private static void appendHeaders(RecordCursor record, Bytes out) {
    for (int i = 0; i < record.headerCount(); i++) {
      if (i > 0) {
        out.append(',');
      }
      out.append(record.headerKey(i)).append('=');
      Slice value = record.headerValue(i);
      if (value == null) {
        out.append("NULL");
      } else {
        out.append(value);
      }
    }
  }

  @Override
  public void append(TopicPartition from, RecordCursor record, Bytes out) {
    for (RecordFormat part : parts) {
      part.append(from, record, out);
    }
  }
}
