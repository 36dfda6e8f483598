package io.toppar.protocol.generator;

import io.toppar.protocol.generator.FieldType.Primitive;
import io.toppar.protocol.generator.FieldType.StructType;

/**
 * The fewest bytes that a value can take on the wire.
 *
 * <p>Readers hold an announced array length against it before they allocate.
 */
final class SmallestSize {
  private final MessageSchema message;

  SmallestSize(MessageSchema message) {
    this.message = message;
  }

  /** Over all versions of the range; at least 1. */
  int ofElement(FieldType type, VersionRange versions) {
    int smallest = Integer.MAX_VALUE;
    for (int version = versions.low(); version <= versions.high(); version++) {
      smallest = Math.min(smallest, of(type, false, message.flexible().contains(version), version));
    }
    if (smallest < 1) {
      throw new SchemaException(message.name() + ": an element of " + type + " may take no bytes");
    }
    return smallest;
  }

  private int of(FieldType type, boolean nullable, boolean flexible, int version) {
    if (type instanceof Primitive primitive) {
      return primitive.isSized() && flexible ? 1 : primitive.bytes();
    }
    if (type instanceof StructType struct) {
      return nullable ? 1 : of(message.struct(struct.name()), flexible, version);
    }
    return flexible ? 1 : Integer.BYTES;
  }

  private int of(Struct struct, boolean flexible, int version) {
    int sum = flexible ? 1 : 0;
    for (Field field : struct.plainFields()) {
      if (field.versions().contains(version)) {
        boolean compact = flexible && !field.neverFlexible();
        sum += of(field.type(), field.nullable().contains(version), compact, version);
      }
    }
    return sum;
  }
}
