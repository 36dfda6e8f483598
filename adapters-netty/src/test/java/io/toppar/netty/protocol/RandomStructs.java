package io.toppar.netty.protocol;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Field;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.Struct;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.jspecify.annotations.Nullable;

/**
 * Random bytes of a message at one version, made by Kafka's own schema of it.
 *
 * <p>Nulls, empty lists, defaults and extremes come up often; known tags are there or not.
 */
final class RandomStructs {
  private final RandomGenerator random;
  private final @Nullable RandomGenerator unknownTags;

  /**
   * A source of messages.
   *
   * @param unknownTags if given, structs also carry tags that nobody knows; the rest of the message
   *     is the same as without
   */
  RandomStructs(RandomGenerator random, @Nullable RandomGenerator unknownTags) {
    this.random = random;
    this.unknownTags = unknownTags;
  }

  byte[] bytes(Schema schema) {
    Struct struct = struct(schema);
    ByteBuffer buffer = ByteBuffer.allocate(struct.sizeOf());
    struct.writeTo(buffer);
    return buffer.array();
  }

  private Struct struct(Schema schema) {
    Struct struct = new Struct(schema);
    for (BoundField field : schema.fields()) {
      struct.set(field, value(field.def));
    }
    return struct;
  }

  private @Nullable Object value(Field field) {
    if (field.hasDefaultValue && random.nextInt(4) == 0) {
      return field.defaultValue;
    }
    return value(field.type);
  }

  private @Nullable Object value(Type type) {
    if (type.isNullable() && random.nextInt(4) == 0) {
      return null;
    }
    if (type.isArray()) {
      return array(type.arrayElementType().orElseThrow());
    }
    if (type instanceof Schema schema) {
      return struct(schema);
    }
    if (type instanceof TaggedFields tags) {
      return tags(tags);
    }
    return primitive(((Type.DocumentedType) type).typeName());
  }

  private Object[] array(Type element) {
    Object[] elements = new Object[random.nextInt(4)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = value(element);
    }
    return elements;
  }

  private NavigableMap<Integer, @Nullable Object> tags(TaggedFields tags) {
    NavigableMap<Integer, @Nullable Object> values = new TreeMap<>();
    for (Map.Entry<Integer, Field> tag : tags.fields().entrySet()) {
      if (random.nextInt(3) > 0) {
        values.put(tag.getKey(), value(tag.getValue()));
      }
    }
    if (unknownTags != null) {
      for (int i = unknownTags.nextInt(3); i > 0; i--) {
        int tag = 100 + unknownTags.nextInt(1 << 20);
        values.put(tag, new RawTaggedField(tag, new byte[unknownTags.nextInt(200)]));
      }
    }
    return values;
  }

  private Object primitive(String name) {
    return switch (name) {
      case "BOOLEAN" -> random.nextBoolean();
      case "INT8" -> (byte) number();
      case "INT16" -> (short) number();
      case "INT32" -> (int) number();
      case "INT64" -> number();
      case "UUID" -> random.nextInt(4) == 0 ? Uuid.ZERO_UUID : new Uuid(number(), number());
      default -> sized(name);
    };
  }

  private Object sized(String name) {
    if (name.endsWith("STRING")) {
      return text();
    }
    if (name.endsWith("RECORDS")) {
      return MemoryRecords.readableRecords(ByteBuffer.wrap(blob()));
    }
    if (name.endsWith("BYTES")) {
      return ByteBuffer.wrap(blob());
    }
    throw new IllegalStateException("type " + name + " is new to this test");
  }

  private long number() {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> Long.MAX_VALUE;
      case 3 -> Long.MIN_VALUE;
      default -> random.nextLong();
    };
  }

  /** Empty, short, beyond the one-byte length, and in letters of one to four bytes. */
  private String text() {
    int length = random.nextInt(8) == 0 ? 130 + random.nextInt(20) : random.nextInt(6);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }

  private byte[] blob() {
    byte[] blob = new byte[random.nextInt(8) == 0 ? 200 : random.nextInt(9)];
    random.nextBytes(blob);
    return blob;
  }

  private static final int[] LETTERS = {'a', 'z', '-', 0xe9, 0x20ac, 0x1f680};
}
