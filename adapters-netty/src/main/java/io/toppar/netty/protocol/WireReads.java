package io.toppar.netty.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Readers of the protocol's primitives.
 *
 * <p>Each checks what it is told against the bytes that are there before it reads or allocates, and
 * throws {@link MalformedMessageException} with the given field name and nothing else. {@code
 * flexible} says that lengths are compact: an unsigned varint of the length plus one, with zero for
 * null (KIP-482).
 */
public final class WireReads {
  /** The uuid that means "none". */
  public static final UUID NO_UUID = new UUID(0, 0);

  /** The empty byte array. */
  public static final byte[] NO_BYTES = new byte[0];

  private static final int NULL = -1;

  private WireReads() {}

  /** Reads one element of an array, or the body of a nullable struct. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads one value and leaves the buffer behind it. */
    T read(ByteBuf in);
  }

  public static boolean readBool(ByteBuf in, String field) {
    return readInt8(in, field) != 0;
  }

  public static byte readInt8(ByteBuf in, String field) {
    requireBytes(in, Byte.BYTES, field);
    return in.readByte();
  }

  public static short readInt16(ByteBuf in, String field) {
    requireBytes(in, Short.BYTES, field);
    return in.readShort();
  }

  public static int readInt32(ByteBuf in, String field) {
    requireBytes(in, Integer.BYTES, field);
    return in.readInt();
  }

  public static long readInt64(ByteBuf in, String field) {
    requireBytes(in, Long.BYTES, field);
    return in.readLong();
  }

  public static UUID readUuid(ByteBuf in, String field) {
    requireBytes(in, 2 * Long.BYTES, field);
    UUID uuid = new UUID(in.readLong(), in.readLong());
    return uuid.equals(NO_UUID) ? NO_UUID : uuid;
  }

  /**
   * Reads up to 32 bits in groups of seven, lowest first; a sixth byte or a 33rd bit is refused.
   */
  public static int readUnsignedVarint(ByteBuf in, String field) {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = readInt8(in, field);
      if (shift == 28 && (next & 0xf0) != 0) {
        break;
      }
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedMessageException(field, "a varint is longer than 32 bits");
  }

  public static String readString(ByteBuf in, boolean flexible, String field) {
    return present(readNullableString(in, flexible, field), field);
  }

  public static @Nullable String readNullableString(ByteBuf in, boolean flexible, String field) {
    int length = flexible ? compactLength(in, field) : checked(readInt16(in, field), in, field);
    if (length == NULL) {
      return null;
    }
    return length == 0 ? "" : in.readCharSequence(length, StandardCharsets.UTF_8).toString();
  }

  public static byte[] readBytes(ByteBuf in, boolean flexible, String field) {
    return present(readNullableBytes(in, flexible, field), field);
  }

  public static byte @Nullable [] readNullableBytes(ByteBuf in, boolean flexible, String field) {
    int length = length(in, flexible, field);
    if (length <= 0) {
      return length == NULL ? null : NO_BYTES;
    }
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  /**
   * Record data as a slice that shares the buffer and is <em>not</em> retained, or null.
   *
   * <p>The message retains its slices when all of it has been read, so that a malformed rest leaks
   * nothing.
   */
  public static @Nullable ByteBuf readRecords(ByteBuf in, boolean flexible, String field) {
    int length = length(in, flexible, field);
    return length == NULL ? null : in.readSlice(length);
  }

  /**
   * An unmodifiable list of elements that take at least {@code smallest} bytes each.
   *
   * <p>A count that the bytes left cannot hold is refused before anything is allocated.
   */
  public static <T> List<T> readArray(
      ByteBuf in, boolean flexible, int smallest, String field, Reader<T> reader) {
    return present(readNullableArray(in, flexible, smallest, field, reader), field);
  }

  /** As {@link #readArray}, or null. */
  public static <T> @Nullable List<T> readNullableArray(
      ByteBuf in, boolean flexible, int smallest, String field, Reader<T> reader) {
    int count = flexible ? readUnsignedVarint(in, field) - 1 : readInt32(in, field);
    if (count == NULL) {
      return null;
    }
    if (count < 0 || count > in.readableBytes() / smallest) {
      throw new MalformedMessageException(
          field,
          "%d elements are announced in %d bytes"
              .formatted(Integer.toUnsignedLong(count), in.readableBytes()));
    }
    if (count == 0) {
      return List.of();
    }
    List<T> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(reader.read(in));
    }
    return Collections.unmodifiableList(elements);
  }

  /** A struct after its marker byte, which is negative for null. */
  public static <T> @Nullable T readNullableStruct(ByteBuf in, String field, Reader<T> reader) {
    return readInt8(in, field) < 0 ? null : reader.read(in);
  }

  /** The number of tagged fields that follow; each takes two bytes at least. */
  public static int readTagCount(ByteBuf in, String field) {
    int count = readUnsignedVarint(in, field);
    if (count < 0 || count > in.readableBytes() / 2) {
      throw new MalformedMessageException(
          field,
          "%d are announced in %d bytes"
              .formatted(Integer.toUnsignedLong(count), in.readableBytes()));
    }
    return count;
  }

  /** The body of a tagged field, after its tag: a slice that is not retained. */
  public static ByteBuf readTagBody(ByteBuf in, String field) {
    return in.readSlice(checked(requireLength(readUnsignedVarint(in, field), field), in, field));
  }

  /** Steps over tagged fields none of which is known. */
  public static void skipTags(ByteBuf in, String field) {
    for (int left = readTagCount(in, field); left > 0; left--) {
      readUnsignedVarint(in, field);
      readTagBody(in, field);
    }
  }

  /** Refuses bytes that a known tagged field does not account for. */
  public static void requireConsumed(ByteBuf body, String field) {
    if (body.isReadable()) {
      throw new MalformedMessageException(
          field, body.readableBytes() + " bytes are left over in the tagged field");
    }
  }

  private static int length(ByteBuf in, boolean flexible, String field) {
    return flexible ? compactLength(in, field) : checked(readInt32(in, field), in, field);
  }

  private static int compactLength(ByteBuf in, String field) {
    int plusOne = readUnsignedVarint(in, field);
    // Past the sign bit the length would wrap round to something small.
    return checked(requireLength(plusOne, field) - 1, in, field);
  }

  private static int requireLength(int length, String field) {
    if (length < 0) {
      throw new MalformedMessageException(
          field, "a length of " + Integer.toUnsignedLong(length) + " is announced");
    }
    return length;
  }

  private static int checked(int length, ByteBuf in, String field) {
    if (length != NULL) {
      requireBytes(in, requireLength(length, field), field);
    }
    return length;
  }

  private static void requireBytes(ByteBuf in, int needed, String field) {
    if (in.readableBytes() < needed) {
      throw new MalformedMessageException(
          field, "%d bytes are needed, %d are left".formatted(needed, in.readableBytes()));
    }
  }

  private static <T> T present(@Nullable T value, String field) {
    if (value == null) {
      throw new MalformedMessageException(field, "null where the version allows none");
    }
    return value;
  }
}
