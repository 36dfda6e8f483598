package io.toppar.netty.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writers of the protocol's primitives, and the checks before them.
 *
 * <p>{@code flexible} says that lengths are compact: an unsigned varint of the length plus one,
 * with zero for null (KIP-482).
 */
public final class WireWrites {
  private static final int NULL = -1;

  private WireWrites() {}

  /** Writes one element of an array, or the body of a nullable struct. */
  @FunctionalInterface
  public interface Writer<T> {
    /** Appends one value. */
    void write(ByteBuf out, T value);
  }

  public static void writeBool(ByteBuf out, boolean value) {
    out.writeBoolean(value);
  }

  public static void writeInt8(ByteBuf out, byte value) {
    out.writeByte(value);
  }

  public static void writeInt16(ByteBuf out, short value) {
    out.writeShort(value);
  }

  public static void writeInt32(ByteBuf out, int value) {
    out.writeInt(value);
  }

  public static void writeInt64(ByteBuf out, long value) {
    out.writeLong(value);
  }

  public static void writeUuid(ByteBuf out, UUID value) {
    out.writeLong(value.getMostSignificantBits()).writeLong(value.getLeastSignificantBits());
  }

  /** Appends 32 bits in groups of seven, lowest first. */
  public static void writeUnsignedVarint(ByteBuf out, int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.writeByte(rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  public static void writeString(ByteBuf out, boolean flexible, String value, String field) {
    int length = ByteBufUtil.utf8Bytes(value);
    if (length > Short.MAX_VALUE) {
      throw new UnwritableFieldException(
          field, "a string of " + length + " bytes is longer than " + Short.MAX_VALUE);
    }
    writeStringLength(out, flexible, length);
    ByteBufUtil.reserveAndWriteUtf8(out, value, length);
  }

  public static void writeNullableString(
      ByteBuf out, boolean flexible, @Nullable String value, String field) {
    if (value == null) {
      writeStringLength(out, flexible, NULL);
    } else {
      writeString(out, flexible, value, field);
    }
  }

  public static void writeBytes(ByteBuf out, boolean flexible, byte[] value, String field) {
    writeLength(out, flexible, value.length);
    out.writeBytes(value);
  }

  public static void writeNullableBytes(
      ByteBuf out, boolean flexible, byte @Nullable [] value, String field) {
    if (value == null) {
      writeLength(out, flexible, NULL);
    } else {
      writeBytes(out, flexible, value, field);
    }
  }

  /** Copies the readable bytes; the buffer's own indexes do not move. */
  public static void writeRecords(ByteBuf out, boolean flexible, ByteBuf value, String field) {
    writeLength(out, flexible, value.readableBytes());
    out.writeBytes(value, value.readerIndex(), value.readableBytes());
  }

  public static void writeNullableRecords(
      ByteBuf out, boolean flexible, @Nullable ByteBuf value, String field) {
    if (value == null) {
      writeLength(out, flexible, NULL);
    } else {
      writeRecords(out, flexible, value, field);
    }
  }

  public static <T> void writeArray(
      ByteBuf out, boolean flexible, List<T> values, Writer<? super T> writer) {
    writeLength(out, flexible, values.size());
    for (T value : values) {
      writer.write(out, value);
    }
  }

  public static <T> void writeNullableArray(
      ByteBuf out, boolean flexible, @Nullable List<T> values, Writer<? super T> writer) {
    if (values == null) {
      writeLength(out, flexible, NULL);
    } else {
      writeArray(out, flexible, values, writer);
    }
  }

  /** Appends the marker byte, -1 for null or 1, and then the struct. */
  public static <T> void writeNullableStruct(
      ByteBuf out, @Nullable T value, Writer<? super T> writer) {
    if (value == null) {
      out.writeByte(NULL);
    } else {
      out.writeByte(1);
      writer.write(out, value);
    }
  }

  /** Appends an empty block of tagged fields. */
  public static void writeNoTags(ByteBuf out) {
    out.writeByte(0);
  }

  /** Refuses a value that would be lost, in a field that must not lose it. */
  public static void requireDefault(boolean isDefault, String field, short version) {
    if (!isDefault) {
      throw new UnwritableFieldException(
          field, "a value other than its default does not exist at version " + version);
    }
  }

  /** Refuses null at a version that cannot say null. */
  public static <T> T requirePresent(@Nullable T value, String field, short version) {
    if (value == null) {
      throw new UnwritableFieldException(field, "null does not exist at version " + version);
    }
    return value;
  }

  /** Refuses a version that we do not speak: a fault of the caller, never of the peer. */
  public static void requireVersion(short version, int floor, int ceiling, String message) {
    if (version < floor || version > ceiling) {
      throw new IllegalArgumentException(
          "%s has versions %d to %d, not %d".formatted(message, floor, ceiling, version));
    }
  }

  private static void writeStringLength(ByteBuf out, boolean flexible, int length) {
    if (flexible) {
      writeUnsignedVarint(out, length + 1);
    } else {
      out.writeShort(length);
    }
  }

  private static void writeLength(ByteBuf out, boolean flexible, int length) {
    if (flexible) {
      writeUnsignedVarint(out, length + 1);
    } else {
      out.writeInt(length);
    }
  }
}
