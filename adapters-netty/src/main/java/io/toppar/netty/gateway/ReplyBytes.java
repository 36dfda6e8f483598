package io.toppar.netty.gateway;

import io.toppar.netty.protocol.MalformedMessageException;
import java.nio.charset.StandardCharsets;

/**
 * A reading position in a reply's array, for the walk that must not allocate. Every read is checked
 * against the end of the reply, not of the array behind it.
 */
final class ReplyBytes {

  private final byte[] array;
  private final int end;
  private int at;

  ReplyBytes(byte[] array, int start, int end) {
    this.array = array;
    this.at = start;
    this.end = end;
  }

  int position() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  void skip(int count) {
    require(count);
    at += count;
  }

  byte int8() {
    require(Byte.BYTES);
    return array[at++];
  }

  short int16() {
    require(Short.BYTES);
    int value = ((array[at] & 0xff) << 8) | (array[at + 1] & 0xff);
    at += Short.BYTES;
    return (short) value;
  }

  int int32() {
    require(Integer.BYTES);
    int value =
        ((array[at] & 0xff) << 24)
            | ((array[at + 1] & 0xff) << 16)
            | ((array[at + 2] & 0xff) << 8)
            | (array[at + 3] & 0xff);
    at += Integer.BYTES;
    return value;
  }

  long int64() {
    long high = int32();
    return (high << Integer.SIZE) | (int32() & 0xffff_ffffL);
  }

  int unsignedVarint() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = int8();
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw broken("a varint is longer than 32 bits");
  }

  /** An array's element count, -1 for null; never more than bytes are left for. */
  int count(boolean flexible, int leastBytesEach) {
    int count = flexible ? unsignedVarint() - 1 : int32();
    if (count < -1 || (long) count * leastBytesEach > remaining()) {
      throw broken("an array of " + count + " elements in " + remaining() + " bytes");
    }
    return count;
  }

  /** The length of bytes, -1 for null; never more than are left. */
  int length(boolean flexible) {
    return count(flexible, 1);
  }

  String string(boolean flexible) {
    int length = flexible ? unsignedVarint() - 1 : int16();
    if (length < 0) {
      throw broken("a string is absent");
    }
    require(length);
    String text = new String(array, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** A compact string that may be null; what it says is not wanted. */
  void skipNullableString() {
    int length = unsignedVarint() - 1;
    if (length > 0) {
      skip(length);
    }
  }

  /** Steps over the tagged fields of one struct. */
  void skipTags() {
    for (int left = unsignedVarint(); left > 0; left--) {
      unsignedVarint();
      int size = unsignedVarint();
      skip(size);
    }
  }

  MalformedMessageException broken(String fault) {
    return new MalformedMessageException("FetchResponse at byte " + at, fault);
  }

  private void require(int count) {
    if (count < 0 || count > end - at) {
      throw broken(count + " bytes wanted, " + (end - at) + " left");
    }
  }
}
