package io.toppar.protocol.generator;

import java.util.Optional;

/** What a field holds: a primitive, a struct by name, or an array of either. */
sealed interface FieldType {

  /** A type that the protocol defines itself. */
  enum Primitive implements FieldType {
    BOOL("bool", "boolean", "Boolean", "Bool", 1),
    INT8("int8", "byte", "Byte", "Int8", 1),
    INT16("int16", "short", "Short", "Int16", 2),
    INT32("int32", "int", "Integer", "Int32", 4),
    INT64("int64", "long", "Long", "Int64", 8),
    UUID("uuid", "UUID", "UUID", "Uuid", 16),
    STRING("string", "String", "String", "String", 2),
    BYTES("bytes", "byte[]", "byte[]", "Bytes", 4),
    RECORDS("records", "ByteBuf", "ByteBuf", "Records", 4);

    private final String schemaName;
    private final String javaName;
    private final String boxedName;
    private final String codecName;
    private final int bytes;

    Primitive(String schemaName, String javaName, String boxedName, String codecName, int bytes) {
      this.schemaName = schemaName;
      this.javaName = javaName;
      this.boxedName = boxedName;
      this.codecName = codecName;
      this.bytes = bytes;
    }

    static Optional<Primitive> named(String schemaName) {
      for (Primitive primitive : values()) {
        if (primitive.schemaName.equals(schemaName)) {
          return Optional.of(primitive);
        }
      }
      return Optional.empty();
    }

    @Override
    public String javaName() {
      return javaName;
    }

    @Override
    public String boxedName() {
      return boxedName;
    }

    /** The last word of the run time's {@code readX} and {@code writeX}. */
    String codecName() {
      return codecName;
    }

    /** Whether a length goes before the value, and null is possible. */
    boolean isSized() {
      return compareTo(STRING) >= 0;
    }

    /** The size of a fixed value, or of the length that goes before a sized one. */
    int bytes() {
      return bytes;
    }
  }

  /** A struct, by the name that is unique in its message. */
  record StructType(String name) implements FieldType {
    @Override
    public String javaName() {
      return name;
    }

    @Override
    public String boxedName() {
      return name;
    }
  }

  /** An array; arrays of arrays do not exist. */
  record ArrayType(FieldType element) implements FieldType {
    @Override
    public String javaName() {
      return "List<" + element.boxedName() + ">";
    }

    @Override
    public String boxedName() {
      return javaName();
    }
  }

  /** The type as Java writes it. */
  String javaName();

  /** The type as Java writes it between angle brackets. */
  String boxedName();

  /** The struct that values of this type are made of, if any. */
  default Optional<String> structName() {
    if (this instanceof StructType struct) {
      return Optional.of(struct.name());
    }
    return this instanceof ArrayType array ? array.element().structName() : Optional.empty();
  }
}
