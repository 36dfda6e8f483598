package io.toppar.protocol.generator;

import io.toppar.protocol.generator.FieldType.ArrayType;
import io.toppar.protocol.generator.FieldType.Primitive;
import java.util.List;
import java.util.stream.Collectors;

/** Writes what the records of messages and of nested structs have in common. */
final class StructSource {
  private final MessageSchema message;
  private final Struct struct;
  private final SourceText text;

  StructSource(MessageSchema message, Struct struct, SourceText text) {
    this.message = message;
    this.struct = struct;
    this.text = text;
  }

  /** A whole nested record. */
  void nested() {
    text.lines("", "/** {@code " + struct.name() + "}, versions " + struct.versions() + ". */");
    header("");
    if (message.isHeldSingly(struct)) {
      text.lines("static final " + struct.name() + " DEFAULTS = builder().build();", "");
    }
    text.open("static " + struct.name() + " read(ByteBuf in, short version) {");
    new ReadSource(message, struct, text).statements();
    text.lines("return read.build();").close("}").lines("");
    text.open("void write(ByteBuf out, short version) {");
    new WriteSource(message, struct, text).statements();
    text.close("}");
    if (message.holdsRecords(struct)) {
      eachRecords();
    }
    builder();
    text.close("}");
  }

  /** The record's first lines, down to its opening brace. */
  void header(String interfaces) {
    List<Field> fields = struct.fields();
    if (fields.isEmpty()) {
      text.open("public record " + struct.name() + "()" + interfaces + " {").lines("");
      return;
    }
    text.open("public record " + struct.name() + "(");
    for (int i = 0; i < fields.size(); i++) {
      String comma = i < fields.size() - 1 ? "," : "";
      text.lines(code(fields.get(i)).declaration() + comma + remark(fields.get(i)));
    }
    text.close(")" + interfaces + " {").deeper().lines("");
  }

  private String remark(Field field) {
    boolean always = field.versions().equals(struct.versions());
    String versions = always ? "" : "versions " + field.versions();
    String tag = field.isTagged() ? "tag " + field.tag() : "";
    String both = versions.isEmpty() || tag.isEmpty() ? versions + tag : versions + ", " + tag;
    return both.isEmpty() ? "" : " // " + both;
  }

  /** A visitor of the record data at any depth: what has an owner. */
  void eachRecords() {
    text.lines("").open("void eachRecords(Consumer<ByteBuf> visitor) {");
    for (Field field : struct.fields()) {
      String name = code(field).reference();
      if (field.type() == Primitive.RECORDS) {
        text.open("if (" + name + " != null) {").lines("visitor.accept(" + name + ");").close("}");
      } else if (message.holdsRecords(field)) {
        text.lines(
            field.type() instanceof ArrayType
                ? name + ".forEach(element -> element.eachRecords(visitor));"
                : name + ".eachRecords(visitor);");
      }
    }
    text.close("}");
  }

  /** The builder: defaults first, one setter per field. */
  void builder() {
    text.lines("", "/** A builder in which every field has its default. */");
    text.open("public static Builder builder() {").lines("return new Builder();").close("}");
    text.lines("", "/** Collects the fields of a {@link " + struct.name() + "}. */");
    text.open("public static final class Builder {");
    for (Field field : struct.fields()) {
      String value = new DefaultCode(code(field)).value();
      text.lines("private " + code(field).declaration() + " = " + value + ";");
    }
    text.lines("", "private Builder() {}");
    for (Field field : struct.fields()) {
      String name = field.name();
      String parameter = code(field).declaration();
      text.lines("").open("public Builder " + name + "(" + parameter + ") {");
      text.lines("this." + name + " = " + name + ";", "return this;").close("}");
    }
    String arguments = struct.fields().stream().map(Field::name).collect(Collectors.joining(", "));
    text.lines("").open("public " + struct.name() + " build() {");
    text.lines("return new " + struct.name() + "(" + arguments + ");").close("}").close("}");
  }

  private FieldCode code(Field field) {
    return new FieldCode(message, struct, field);
  }
}
