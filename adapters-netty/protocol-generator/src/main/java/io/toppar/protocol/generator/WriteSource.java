package io.toppar.protocol.generator;

import java.util.ArrayList;
import java.util.List;

/** Writes the {@code write} of one struct's record. */
final class WriteSource {
  private final MessageSchema message;
  private final Struct struct;
  private final SourceText text;

  WriteSource(MessageSchema message, Struct struct, SourceText text) {
    this.message = message;
    this.struct = struct;
    this.text = text;
  }

  /** The statements between the braces of {@code write}. */
  void statements() {
    String flexible = FieldCode.flexibleWithin(message, struct.versions());
    if (flexible.equals("flexible")) {
      text.lines("boolean flexible = " + message.flexible().condition(struct.versions()) + ";");
    }
    plainFields();
    struct.taggedFields().forEach(field -> notTagged(code(field)));
    if (!flexible.equals("false")) {
      boolean asked = text.openIf(flexible);
      tags();
      if (asked) {
        text.close("}");
      }
    }
  }

  /** Neighbours with one condition share one {@code if}. */
  private void plainFields() {
    List<FieldCode> group = new ArrayList<>();
    for (Field field : struct.plainFields()) {
      FieldCode code = code(field);
      if (!group.isEmpty() && !group.get(0).condition().equals(code.condition())) {
        group(group);
        group.clear();
      }
      group.add(code);
    }
    if (!group.isEmpty()) {
      group(group);
    }
  }

  private void group(List<FieldCode> group) {
    boolean asked = text.openIf(group.get(0).condition());
    group.forEach(code -> code.writeTo(text, "out"));
    if (!asked) {
      return;
    }
    List<FieldCode> guarded = group.stream().filter(code -> !code.field().ignorable()).toList();
    if (!guarded.isEmpty()) {
      text.close("} else {").deeper();
      guarded.forEach(this::requireDefault);
    }
    text.close("}");
  }

  /** A tagged field that cannot be left out silently where its tag does not exist. */
  private void notTagged(FieldCode code) {
    if (!code.field().ignorable() && !code.condition().equals("true")) {
      text.open("if (!(" + code.condition() + ")) {");
      requireDefault(code);
      text.close("}");
    }
  }

  private void requireDefault(FieldCode code) {
    String isDefault = new DefaultCode(code).isDefault();
    text.lines("requireDefault(" + isDefault + ", " + code.path() + ", version);");
  }

  private void tags() {
    List<Field> tagged = struct.taggedFields();
    if (tagged.isEmpty()) {
      text.lines("writeNoTags(out);");
      return;
    }
    text.lines("TagBlock tags = new TagBlock();");
    for (Field field : tagged) {
      FieldCode code = code(field);
      String given = new DefaultCode(code).isNotDefault();
      String condition = code.tagCondition().equals("true") ? "" : code.tagCondition() + " && ";
      text.open("if (" + condition + given + ") {");
      text.lines(
          "tags.add(" + field.tag() + ", tagged -> " + code.writeExpression("tagged") + ");");
      text.close("}");
    }
    text.lines("tags.writeTo(out);");
  }

  private FieldCode code(Field field) {
    return new FieldCode(message, struct, field);
  }
}
