package io.toppar.protocol.generator;

import io.toppar.protocol.generator.FieldType.ArrayType;
import io.toppar.protocol.generator.FieldType.Primitive;
import java.util.Set;

/** The Java expressions that read and write one field of one struct. */
record FieldCode(MessageSchema message, Struct struct, Field field) {

  /** The field as errors name it. */
  String path() {
    String owner = struct.name().equals(message.name()) ? "" : struct.name() + ".";
    return '"' + message.name() + "." + owner + field.name() + '"';
  }

  /** When the field is on the wire, for a version that has the struct. */
  String condition() {
    return field.versions().condition(struct.versions());
  }

  /** When a tagged field is on the wire, for a version that has the struct and tags. */
  String tagCondition() {
    return field.versions().condition(struct.versions().intersect(message.flexible()));
  }

  /** The record's component from inside its methods, where parameters may hide it. */
  String reference() {
    return HIDING.contains(field.name()) ? "this." + field.name() : field.name();
  }

  String declaration() {
    return (field.mayBeNull() ? nullableType() : field.type().javaName()) + " " + field.name();
  }

  private String nullableType() {
    // On an array type the annotation belongs to the brackets.
    return field.type() == Primitive.BYTES
        ? "byte @Nullable []"
        : "@Nullable " + field.type().javaName();
  }

  String readExpression(String in) {
    return switch (nullability()) {
      case "true" -> read(field.type(), true, in);
      case "false" -> read(field.type(), false, in);
      default ->
          nullability()
              + " ? "
              + read(field.type(), true, in)
              + " : "
              + read(field.type(), false, in);
    };
  }

  void writeTo(SourceText text, String out) {
    switch (nullability()) {
      case "true" -> text.lines(write(field.type(), true, out, reference()) + ";");
      case "false" -> text.lines(write(field.type(), false, out, present()) + ";");
      default ->
          text.open("if (" + nullability() + ") {")
              .lines(write(field.type(), true, out, reference()) + ";")
              .close("} else {")
              .deeper()
              .lines(write(field.type(), false, out, present()) + ";")
              .close("}");
    }
  }

  /** The write as one expression, for a field whose nullability does not change. */
  String writeExpression(String out) {
    boolean nullable = nullability().equals("true");
    return write(field.type(), nullable, out, nullable ? reference() : present());
  }

  private String nullability() {
    return field.nullable().condition(field.versions());
  }

  private String present() {
    return field.mayBeNull()
        ? "requirePresent(" + reference() + ", " + path() + ", version)"
        : reference();
  }

  private String flexible() {
    return field.neverFlexible() ? "false" : flexibleWithin(message, field.versions());
  }

  /** Whether lengths are compact: a constant, or the local variable {@code flexible}. */
  static String flexibleWithin(MessageSchema message, VersionRange versions) {
    String condition = message.flexible().condition(versions);
    return condition.equals("true") || condition.equals("false") ? condition : "flexible";
  }

  private String read(FieldType type, boolean nullable, String in) {
    if (type instanceof Primitive primitive) {
      if (!primitive.isSized()) {
        return "read" + primitive.codecName() + "(" + in + ", " + path() + ")";
      }
      // Record data defaults to null, so null is read as none where a schema does not foresee it.
      String form = nullable && primitive != Primitive.RECORDS ? "Nullable" : "";
      return "read%s%s(%s, %s, %s)".formatted(form, primitive.codecName(), in, flexible(), path());
    }
    if (type instanceof ArrayType array) {
      int smallest = new SmallestSize(message).ofElement(array.element(), field.versions());
      return "read%sArray(%s, %s, %d, %s, element -> %s)"
          .formatted(
              nullable ? "Nullable" : "",
              in,
              flexible(),
              smallest,
              path(),
              read(array.element(), false, "element"));
    }
    String name = type.javaName();
    return nullable
        ? "readNullableStruct(" + in + ", " + path() + ", some -> " + name + ".read(some, version))"
        : name + ".read(" + in + ", version)";
  }

  private String write(FieldType type, boolean nullable, String out, String value) {
    String form = nullable ? "Nullable" : "";
    if (type instanceof Primitive primitive) {
      return primitive.isSized()
          ? "write%s%s(%s, %s, %s, %s)"
              .formatted(form, primitive.codecName(), out, flexible(), value, path())
          : "write%s(%s, %s)".formatted(primitive.codecName(), out, value);
    }
    if (type instanceof ArrayType array) {
      return "write%sArray(%s, %s, %s, (body, element) -> %s)"
          .formatted(
              form, out, flexible(), value, write(array.element(), false, "body", "element"));
    }
    return nullable
        ? "writeNullableStruct("
            + out
            + ", "
            + value
            + ", (body, some) -> some.write(body, version))"
        : value + ".write(" + out + ", version)";
  }

  private static final Set<String> HIDING =
      Set.of("out", "version", "flexible", "tags", "body", "element", "some", "tagged", "visitor");
}
