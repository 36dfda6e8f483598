package io.toppar.protocol.generator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A request, response or header: its own fields and the structs they use.
 *
 * @param apiKey the key it shares with its counterpart, or -1 for a header
 * @param versions the valid versions, without an unstable newest one
 * @param flexible where lengths are compact and structs end with tags
 * @param body the message's own fields, a struct of the message's name
 * @param structs by name, in order of first use
 */
record MessageSchema(
    String name,
    Kind kind,
    int apiKey,
    VersionRange versions,
    VersionRange flexible,
    Struct body,
    Map<String, Struct> structs) {

  /** What a message is for. */
  enum Kind {
    REQUEST,
    RESPONSE,
    HEADER
  }

  MessageSchema {
    structs = new LinkedHashMap<>(structs);
  }

  Struct struct(String structName) {
    Struct struct = structs.get(structName);
    if (struct == null) {
      throw new SchemaException(name + ": struct " + structName + " is not defined");
    }
    return struct;
  }

  /** Whether some field holds the struct itself, not a list of it. */
  boolean isHeldSingly(Struct struct) {
    FieldType single = new FieldType.StructType(struct.name());
    return Stream.concat(Stream.of(body), structs.values().stream())
        .flatMap(owner -> owner.fields().stream())
        .anyMatch(field -> field.type().equals(single));
  }

  /** Whether values of the struct hold record data, at any depth. */
  boolean holdsRecords(Struct struct) {
    return struct.fields().stream().anyMatch(this::holdsRecords);
  }

  boolean holdsRecords(Field field) {
    return field.type() == FieldType.Primitive.RECORDS
        || field.type().structName().map(this::struct).filter(this::holdsRecords).isPresent();
  }
}
