package io.toppar.protocol.generator;

import java.util.List;

/** A named sequence of fields; {@code versions} is where the struct exists at all. */
record Struct(String name, VersionRange versions, List<Field> fields) {

  List<Field> plainFields() {
    return fields.stream().filter(field -> !field.isTagged()).toList();
  }

  /** Tagged fields in the order the wire wants: tags ascending. */
  List<Field> taggedFields() {
    return fields.stream()
        .filter(Field::isTagged)
        .sorted((a, b) -> Integer.compare(a.tag(), b.tag()))
        .toList();
  }
}
