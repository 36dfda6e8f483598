package io.toppar.netty.records;

import io.toppar.ports.TimestampType;

/**
 * Reads the records of a batch of magic 2. Not thread-safe.
 *
 * <p>The hot loop: no allocation, and no length is used before it has been held against the bytes
 * that are there.
 */
final class BatchReader implements RecordReader {

  /** More than the bytes that a usual record's numbers can take. */
  private static final int OVERRUN_BYTES = 16;

  private byte[] bytes = {};
  private int at;
  private int end;

  /** How far varints may be read: the end of the records, or of the record being read. */
  private int limit;

  private int remaining;
  private int lastDelta;
  private int maxDelta;
  private long baseOffset;
  private long baseTimestamp;
  private long appendTimestamp;
  private boolean appendTime;
  private boolean inReply;

  /** How far a {@linkplain #stepUsual usual} record may reach; -1 if none may be read that way. */
  private int usualEnd = -1;

  private int leaderEpoch;

  /** Opens a batch whose records are not compressed. */
  void openPlain(byte[] batch, int start, int batchEnd) throws UnreadableException {
    open(batch, start, batch, start + BatchLayout.RECORDS, batchEnd);
  }

  /** Opens a batch whose records, decompressed, are elsewhere. */
  void open(byte[] batch, int start, byte[] records, int recordsStart, int recordsEnd)
      throws UnreadableException {
    stop(); // nothing to read, should this fail
    short attributes = BigEndian.int16(batch, start + BatchLayout.ATTRIBUTES);
    appendTime = (attributes & BatchLayout.LOG_APPEND_TIME) != 0;
    baseOffset = BigEndian.int64(batch, start);
    leaderEpoch = BigEndian.int32(batch, start + BatchLayout.LEADER_EPOCH);
    maxDelta = BigEndian.int32(batch, start + BatchLayout.LAST_OFFSET_DELTA);
    baseTimestamp = BigEndian.int64(batch, start + BatchLayout.BASE_TIMESTAMP);
    appendTimestamp = BigEndian.int64(batch, start + BatchLayout.MAX_TIMESTAMP);
    remaining = BigEndian.int32(batch, start + BatchLayout.RECORD_COUNT);
    lastDelta = -1;
    bytes = records;
    inReply = records == batch;
    at = recordsStart;
    end = recordsEnd;
    if ((long) remaining * BatchLayout.MIN_RECORD_BYTES > end - at
        || (remaining == 0 && at != end)) {
      throw UnreadableException.malformed(
          remaining + " records announced, but there are " + (end - at) + " bytes");
    }
    usualEnd = remaining <= 1 ? -1 : Math.min(end, bytes.length - OVERRUN_BYTES);
  }

  @Override
  public boolean hasNext() {
    return remaining > 0;
  }

  @Override
  public void stop() {
    remaining = 0;
    usualEnd = -1;
  }

  @Override
  public boolean inReply() {
    return inReply;
  }

  @Override
  public TimestampType timestampType() {
    return appendTime ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
  }

  @Override
  public int leaderEpoch() {
    return leaderEpoch;
  }

  /**
   * Reads a record as most are: short numbers, no headers, not the last. Returns false, with
   * nothing moved, if there is no such record, be it unusual, damaged or none at all.
   *
   * <p>Faster than the careful way, for it holds only lengths against the record's end, and lets
   * other numbers run a few bytes over: those are inside the array, and a record that used them
   * does not end where it should.
   */
  boolean stepUsual(RecordFields record) {
    byte[] in = bytes;
    int p = at;
    if (p > usualEnd) {
      return false;
    }
    int length = in[p++];
    length = length < 0 ? (length & 0x7f) | in[p++] << 7 : length;
    int stop = p + (length >> 1);
    if (length < 0 || stop > usualEnd) {
      return false;
    }
    int time = in[++p]; // behind the attributes, which are unused
    p++;
    time = time < 0 ? (time & 0x7f) | in[p++] << 7 : time;
    time = time < 0 ? (time & 0x3fff) | in[p++] << 14 : time;
    int delta = in[p++];
    delta = delta < 0 ? (delta & 0x7f) | in[p++] << 7 : delta;
    delta = delta < 0 ? (delta & 0x3fff) | in[p++] << 14 : delta;
    int key = in[p++];
    key = key < 0 ? (key & 0x7f) | in[p++] << 7 : key;
    int keyAt = p;
    p += key >> 1;
    if ((time | delta | key) < 0 || p >= stop) {
      return false;
    }
    int value = in[p++];
    value = value < 0 ? (value & 0x7f) | in[p++] << 7 : value;
    int valueAt = p;
    p += value >> 1;
    if (value < 0 || p != stop - 1 || in[p] != 0 || !fits(length, delta, key, value)) {
      return false;
    }
    if (record.bytes != in) {
      record.bytes = in; // storing a reference costs more than looking whether it is there
    }
    record.keyAt = keyAt;
    record.keyLength = zigzag(key);
    record.valueAt = valueAt;
    record.valueLength = zigzag(value);
    take(record, delta >> 1, zigzag(time), stop);
    return true;
  }

  /** Of negative numbers, which are odd, only the -1 of null is usual. */
  private boolean fits(int length, int delta, int key, int value) {
    return ((length | delta) & 1) == 0
        && ((key & 1) == 0 || key == 1)
        && ((value & 1) == 0 || value == 1)
        && delta >> 1 > lastDelta
        && delta >> 1 <= maxDelta;
  }

  private void take(RecordFields record, int delta, int timeDelta, int stop) {
    record.offset = baseOffset + delta;
    record.timestamp = timestamp(timeDelta);
    record.headerCount = 0;
    record.headerBytes = 0;
    lastDelta = delta;
    at = stop;
    countOne();
  }

  /** The last record must end where the batch does: it is read carefully. */
  private void countOne() {
    if (--remaining <= 1) {
      usualEnd = -1;
    }
  }

  private static int zigzag(int raw) {
    return (raw >>> 1) ^ -(raw & 1);
  }

  /** Reads a record whatever it looks like. */
  @Override
  public void step(RecordFields record) throws UnreadableException {
    limit = end;
    int length = varint();
    if (length < 0 || length > end - at) {
      throw malformed("a record of " + length + " bytes where " + (end - at) + " are left");
    }
    limit = at + length;
    at++; // attributes, unused
    record.timestamp = timestamp(varlong());
    int delta = offsetDelta(varint());
    record.keyLength = length(varint());
    record.keyAt = at;
    at += Math.max(record.keyLength, 0);
    record.valueLength = length(varint());
    record.valueAt = at;
    at += Math.max(record.valueLength, 0);
    record.headerCount = varint();
    record.headersAt = at;
    record.headerBytes = record.headerCount == 0 ? 0 : headers(record.headerCount);
    record.bytes = bytes;
    countOne();
    if (at != limit || (remaining == 0 && at != end)) {
      throw malformed("a record ends at byte " + at + ", announced " + limit + " of " + end);
    }
    record.offset = baseOffset + delta; // last: it tells what has been read when a step fails
  }

  /** Broker time holds for the whole batch, whatever the deltas say (B113). */
  private long timestamp(long delta) {
    return appendTime ? appendTimestamp : baseTimestamp + delta;
  }

  /** Deltas rise, with gaps where compaction took records (B089), up to the batch's last. */
  private int offsetDelta(int delta) throws UnreadableException {
    if (delta <= lastDelta || delta > maxDelta) {
      throw malformed("offset delta " + delta + " after " + lastDelta + ", last is " + maxDelta);
    }
    lastDelta = delta;
    return delta;
  }

  private int length(int length) throws UnreadableException {
    if (length < -1 || length > limit - at) {
      throw malformed("a length of " + length + " where " + (limit - at) + " bytes are left");
    }
    return length;
  }

  /** Steps over the headers, so that reading them later cannot fail; returns their bytes. */
  private int headers(int count) throws UnreadableException {
    if (count < 0 || count > (limit - at) / 2) {
      throw malformed(count + " headers in " + (limit - at) + " bytes");
    }
    int sum = 0;
    for (int i = 0; i < count; i++) {
      int name = length(varint());
      if (name < 0) {
        throw malformed("a header without a name");
      }
      at += name;
      int value = Math.max(length(varint()), 0);
      at += value;
      sum += name + value;
    }
    return sum;
  }

  /** A zig-zag number; nearly all take one or two bytes. */
  private int varint() throws UnreadableException {
    if (at < limit) {
      int first = bytes[at];
      if (first >= 0) {
        at++;
        return zigzag(first);
      }
      if (at + 1 < limit && bytes[at + 1] >= 0) {
        int raw = (first & 0x7f) | bytes[at + 1] << 7;
        at += 2;
        return zigzag(raw);
      }
    }
    long number = longVarint();
    if (number != (int) number) {
      throw malformed("a number beyond 32 bits");
    }
    return (int) number;
  }

  /** A zig-zag number of 64 bits: time deltas may need them all (B112). */
  private long varlong() throws UnreadableException {
    if (at < limit && bytes[at] >= 0) {
      long raw = bytes[at++];
      return (raw >>> 1) ^ -(raw & 1);
    }
    return longVarint();
  }

  private long longVarint() throws UnreadableException {
    long raw = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at >= limit) {
        throw malformed("a number is cut off");
      }
      byte part = bytes[at++];
      raw |= (part & 0x7fL) << shift;
      if (part >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw malformed("a number of more than ten bytes");
  }

  private UnreadableException malformed(String what) {
    return UnreadableException.malformed(what + " (records from offset " + baseOffset + ")");
  }
}
