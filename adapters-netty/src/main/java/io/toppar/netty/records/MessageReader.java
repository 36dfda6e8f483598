package io.toppar.netty.records;

import io.toppar.ports.TimestampType;

/**
 * Reads messages of magic 0 and 1: single ones, and compressed wrappers around several. Not
 * thread-safe.
 *
 * <p>The offset of a wrapper is that of its last message. Inner offsets are absolute in magic 0 and
 * relative in magic 1, by the magic byte of the message and nothing else (B091).
 */
final class MessageReader implements RecordReader {

  private final Checksums checksums;
  private final boolean checkCrcs;

  private byte[] bytes = {};
  private int at;
  private int end;
  private int magic;

  /** What is added to an inner offset. */
  private long base;

  private long last;
  private long maxOffset;
  private boolean appendTime;
  private boolean wrapped;
  private long wrapperTimestamp;

  MessageReader(Checksums checksums, boolean checkCrcs) {
    this.checksums = checksums;
    this.checkCrcs = checkCrcs;
  }

  /**
   * Opens the message between two places of an array, decompressing what it wraps.
   *
   * @param after the last offset before it; lower ones inside of it are a fault
   */
  void open(byte[] batch, int start, int batchEnd, long after, Decompressor decompressor)
      throws UnreadableException {
    end = at; // nothing to read, should this fail
    if (checkCrcs) {
      checksums.checkMessage(batch, start, batchEnd);
    }
    int attributes = batch[start + BatchLayout.MESSAGE_ATTRIBUTES];
    int codec = attributes & BatchLayout.CODEC_MASK;
    magic = batch[start + BatchLayout.MAGIC];
    appendTime = magic == 1 && (attributes & BatchLayout.LOG_APPEND_TIME) != 0;
    wrapperTimestamp =
        magic == 1 ? BigEndian.int64(batch, start + BatchLayout.MESSAGE_TIMESTAMP) : -1;
    maxOffset = BigEndian.int64(batch, start);
    base = 0;
    last = after;
    wrapped = codec != Decompressor.NONE;
    if (wrapped) {
      openWrapped(codec, batch, start, batchEnd, decompressor);
    } else {
      bytes = batch;
      at = start;
      end = batchEnd;
    }
  }

  private void openWrapped(
      int codec, byte[] batch, int start, int batchEnd, Decompressor decompressor)
      throws UnreadableException {
    int keyAt = start + keyField(magic);
    int valueField = keyAt + Integer.BYTES + Math.max(length(batch, keyAt, batchEnd), 0);
    int valueLength = length(batch, valueField, batchEnd);
    int valueAt = valueField + Integer.BYTES;
    if (valueLength <= 0 || valueAt + valueLength != batchEnd) {
      throw UnreadableException.malformed("a compressed message with a value of " + valueLength);
    }
    Scratch inner = decompressor.decompress(codec, batch, valueAt, valueLength, magic);
    long lastInner = scan(inner.bytes(), inner.length());
    base = magic == 0 ? 0 : maxOffset - lastInner;
    bytes = inner.bytes();
    at = 0;
    end = inner.length();
  }

  /** Checks that messages of this magic fill the space exactly; returns the last one's offset. */
  private long scan(byte[] inner, int innerEnd) throws UnreadableException {
    long offset = -1;
    int next = 0;
    while (next < innerEnd) {
      int following = messageEnd(inner, next, innerEnd);
      offset = BigEndian.int64(inner, next);
      next = following;
    }
    if (offset < 0) {
      throw UnreadableException.malformed("a compressed message around nothing");
    }
    return offset;
  }

  private int messageEnd(byte[] inner, int start, int innerEnd) throws UnreadableException {
    int left = innerEnd - start;
    long size =
        left < BatchLayout.minBytes(magic)
            ? -1
            : (long) BigEndian.int32(inner, start + BatchLayout.LENGTH) + BatchLayout.PREFIX_BYTES;
    if (size < BatchLayout.minBytes(magic) || size > left) {
      throw UnreadableException.malformed(
          "an inner message of " + size + " bytes where " + left + " are left");
    }
    int innerMagic = inner[start + BatchLayout.MAGIC];
    int codec = inner[start + BatchLayout.MESSAGE_ATTRIBUTES] & BatchLayout.CODEC_MASK;
    if (innerMagic != magic || codec != Decompressor.NONE) {
      throw UnreadableException.malformed(
          "a message of magic " + innerMagic + ", codec " + codec + " inside one of " + magic);
    }
    return start + (int) size;
  }

  @Override
  public boolean hasNext() {
    return at < end;
  }

  @Override
  public boolean inReply() {
    return !wrapped;
  }

  @Override
  public TimestampType timestampType() {
    if (magic == 0) {
      return TimestampType.NONE;
    }
    return appendTime ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
  }

  /** The old formats have no epochs. */
  @Override
  public int leaderEpoch() {
    return -1;
  }

  @Override
  public void stop() {
    end = at;
  }

  @Override
  public void step(RecordFields record) throws UnreadableException {
    int size = BatchLayout.PREFIX_BYTES + BigEndian.int32(bytes, at + BatchLayout.LENGTH);
    int messageEnd = at + size;
    if (wrapped && checkCrcs) {
      checksums.checkMessage(bytes, at, messageEnd);
    }
    long offset = base + BigEndian.int64(bytes, at);
    if (offset <= last || offset > maxOffset) {
      throw UnreadableException.malformed(
          "offset " + offset + " after " + last + " in a message of offset " + maxOffset);
    }
    int keyField = at + keyField(magic);
    record.keyLength = length(bytes, keyField, messageEnd);
    record.keyAt = keyField + Integer.BYTES;
    int valueField = record.keyAt + Math.max(record.keyLength, 0);
    record.valueLength = length(bytes, valueField, messageEnd);
    record.valueAt = valueField + Integer.BYTES;
    if (record.valueAt + Math.max(record.valueLength, 0) != messageEnd) {
      throw UnreadableException.malformed("a message of " + size + " bytes has some left over");
    }
    record.timestamp = timestamp();
    record.headerCount = 0;
    record.headerBytes = 0;
    record.bytes = bytes;
    record.offset = offset;
    last = offset;
    at = messageEnd;
  }

  /** Broker time is told by the wrapper alone. */
  private long timestamp() {
    return magic == 0 || appendTime
        ? wrapperTimestamp
        : BigEndian.int64(bytes, at + BatchLayout.MESSAGE_TIMESTAMP);
  }

  private static int keyField(int magic) {
    return magic == 0 ? BatchLayout.MESSAGE_KEY_0 : BatchLayout.MESSAGE_KEY_1;
  }

  /** The length at this place, -1 for null, held against what is left behind it. */
  private static int length(byte[] bytes, int field, int end) throws UnreadableException {
    int left = end - field - Integer.BYTES;
    int length = left < 0 ? -2 : BigEndian.int32(bytes, field);
    if (length < -1 || length > left) {
      throw UnreadableException.malformed("a length of " + length + " where " + left + " are left");
    }
    return length;
  }
}
