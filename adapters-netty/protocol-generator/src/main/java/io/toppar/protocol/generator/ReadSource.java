package io.toppar.protocol.generator;

import java.util.List;

/** Writes the static {@code read} of one struct's record. */
final class ReadSource {
  private final MessageSchema message;
  private final Struct struct;
  private final SourceText text;

  ReadSource(MessageSchema message, Struct struct, SourceText text) {
    this.message = message;
    this.struct = struct;
    this.text = text;
  }

  /** The statements between the braces of {@code read}. */
  void statements() {
    String flexible = FieldCode.flexibleWithin(message, struct.versions());
    if (flexible.equals("flexible")) {
      text.lines("boolean flexible = " + message.flexible().condition(struct.versions()) + ";");
    }
    text.lines("Builder read = new Builder();");
    plainFields();
    if (!flexible.equals("false")) {
      boolean asked = text.openIf(flexible);
      tags();
      if (asked) {
        text.close("}");
      }
    }
  }

  private void plainFields() {
    String open = "true";
    for (Field field : struct.plainFields()) {
      FieldCode code = new FieldCode(message, struct, field);
      if (!code.condition().equals(open)) {
        closeIf(open);
        open = code.condition();
        text.openIf(open);
      }
      text.lines("read." + field.name() + " = " + code.readExpression("in") + ";");
    }
    closeIf(open);
  }

  private void closeIf(String open) {
    if (!open.equals("true")) {
      text.close("}");
    }
  }

  private void tags() {
    List<Field> tagged = struct.taggedFields();
    String path = '"' + message.name() + " tags\"";
    if (tagged.isEmpty()) {
      text.lines("skipTags(in, " + path + ");");
      return;
    }
    text.open("for (int left = readTagCount(in, " + path + "); left > 0; left--) {");
    text.lines("int tag = readUnsignedVarint(in, " + path + ");");
    text.lines("ByteBuf body = readTagBody(in, " + path + ");");
    text.open("switch (tag) {");
    for (Field field : tagged) {
      tag(new FieldCode(message, struct, field));
    }
    text.lines("default -> {} // a tag of a version to come");
    text.close("}").close("}");
  }

  private void tag(FieldCode code) {
    text.open("case " + code.field().tag() + " -> {");
    boolean asked = text.openIf(code.tagCondition());
    text.lines("read." + code.field().name() + " = " + code.readExpression("body") + ";");
    text.lines("requireConsumed(body, " + code.path() + ");");
    if (asked) {
      text.close("}");
    }
    text.close("}");
  }
}
