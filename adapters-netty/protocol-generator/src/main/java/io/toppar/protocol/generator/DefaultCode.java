package io.toppar.protocol.generator;

import io.toppar.protocol.generator.FieldType.ArrayType;
import io.toppar.protocol.generator.FieldType.Primitive;

/**
 * The Java expressions for a field's default: its value, and whether a component equals it.
 *
 * <p>Where the schema gives none: zero, false, the empty string, bytes or list, the absent uuid, a
 * struct of defaults, and null for records.
 */
record DefaultCode(FieldCode code) {

  String value() {
    if (code.field().defaultsToNull()) {
      return "null";
    }
    FieldType type = code.field().type();
    if (type instanceof Primitive primitive) {
      return primitiveValue(primitive);
    }
    return type instanceof ArrayType ? "List.of()" : type.javaName() + ".DEFAULTS";
  }

  private String primitiveValue(Primitive primitive) {
    String text = code.field().defaultText().orElse("");
    return switch (primitive) {
      case BOOL -> Boolean.toString(text.equals("true"));
      case INT8, INT16, INT32 -> Long.toString(number(text));
      case INT64 -> number(text) + "L";
      case UUID -> "NO_UUID";
      case STRING -> '"' + text + '"';
      case BYTES -> "NO_BYTES";
      case RECORDS -> "null";
    };
  }

  /** Decimal, or hexadecimal after {@code 0x}. */
  private static long number(String text) {
    return text.isEmpty() ? 0 : Long.decode(text);
  }

  String isDefault() {
    return comparison(true);
  }

  String isNotDefault() {
    return comparison(false);
  }

  private String comparison(boolean equal) {
    String value = code.reference();
    FieldType type = code.field().type();
    if (code.field().defaultsToNull()) {
      return value + (equal ? " == null" : " != null");
    }
    if (type == Primitive.BOOL) {
      return value().equals("true") == equal ? value : "!" + value;
    }
    if (type instanceof Primitive primitive && !primitive.isSized() && type != Primitive.UUID) {
      return value + (equal ? " == " : " != ") + value();
    }
    String same = same(type, value);
    if (!code.field().mayBeNull()) {
      return equal ? same : "!" + same;
    }
    return equal
        ? "%s != null && %s".formatted(value, same)
        : "(%s == null || !%s)".formatted(value, same);
  }

  private String same(FieldType type, String value) {
    if (type instanceof ArrayType || (type == Primitive.STRING && value().equals("\"\""))) {
      return value + ".isEmpty()";
    }
    return type == Primitive.BYTES ? "isEmpty(" + value + ")" : value + ".equals(" + value() + ")";
  }
}
