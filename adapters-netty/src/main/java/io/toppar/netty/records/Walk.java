package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import org.jspecify.annotations.Nullable;

/** One pass over the batch headers of one partition's bytes. */
final class Walk {

  private final byte[] bytes;
  private final int start;
  private final int end;
  private final long fetchOffset;
  private final BatchFilter filter;
  private final Spans spans = new Spans();

  private int at;

  /** Where the batches walked so far end; no batch may begin before it. */
  private long next;

  private long firstDeliverable = -1;
  private int leaderEpoch = -1;
  private long recordBound;

  /** Of a batch that was cut off: the bytes that the reply must have for it to be whole. */
  private long neededBytes;

  private @Nullable BatchFault fault;

  Walk(byte[] bytes, int start, int end, long fetchOffset, BatchFilter filter) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.fetchOffset = fetchOffset;
    this.filter = filter;
    this.at = start;
  }

  void run() {
    boolean whole = true;
    while (whole && fault == null && at < end) {
      whole = step();
    }
  }

  boolean moved() {
    return next > fetchOffset;
  }

  Spans spans() {
    return spans;
  }

  @Nullable BatchFault fault() {
    return fault;
  }

  BatchRange range() {
    long base = Math.max(fetchOffset, firstDeliverable);
    int count = (int) Math.min(recordBound, Integer.MAX_VALUE);
    return new BatchRange(fetchOffset, base, position(), leaderEpoch, count);
  }

  /** The fault, or, as bytes came that move nothing, that more must be asked for. */
  BatchFault faultOrOversize() {
    if (fault != null) {
      return fault;
    }
    int got = end - start;
    int size = (int) Math.min(Math.max(neededBytes, got + 1L), Integer.MAX_VALUE);
    return new BatchFault(
        BatchFault.Kind.OVERSIZE,
        fetchOffset,
        fetchOffset,
        size,
        "the batch at offset "
            + fetchOffset
            + " needs a reply of "
            + size
            + " bytes, but "
            + got
            + " came: raise the partition's fetch size");
  }

  private long position() {
    return Math.max(fetchOffset, next);
  }

  /** Takes in the batch at {@code at}; false if it is cut off. */
  private boolean step() {
    int left = end - at;
    if (left < BatchLayout.PREFIX_BYTES) {
      neededBytes = end - start + (long) BatchLayout.RECORDS;
      return false;
    }
    long base = BigEndian.int64(bytes, at);
    long size = (long) BigEndian.int32(bytes, at + BatchLayout.LENGTH) + BatchLayout.PREFIX_BYTES;
    if (size < BatchLayout.minBytes(0) || size > Integer.MAX_VALUE || base < next) {
      String bounds = base < next ? ", but " + next + " comes next" : ", which is impossible";
      fail(
          BatchFault.Kind.MALFORMED,
          "a batch at offset " + base + " of " + size + " bytes" + bounds);
      return true;
    }
    if (left >= BatchLayout.MAGIC_END && !knownMagic(bytes[at + BatchLayout.MAGIC], size)) {
      return true;
    }
    if (left < size) {
      neededBytes = at - start + size;
      return false;
    }
    int batchEnd = at + (int) size;
    if (bytes[at + BatchLayout.MAGIC] < 2) {
      takeMessage(base, batchEnd);
    } else {
      takeBatch(base, batchEnd);
    }
    return true;
  }

  private boolean knownMagic(int magic, long size) {
    if (magic < 0 || magic > 2) {
      fail(BatchFault.Kind.UNKNOWN_MAGIC, "magic " + magic + "; known are 0, 1 and 2");
      return false;
    }
    if (size < BatchLayout.minBytes(magic)) {
      fail(
          BatchFault.Kind.MALFORMED,
          "a batch of magic "
              + magic
              + " of "
              + size
              + " bytes; the least is "
              + BatchLayout.minBytes(magic));
      return false;
    }
    return true;
  }

  /** A message of magic 0 or 1, whose offset is its last one when it wraps others. */
  private void takeMessage(long offset, int batchEnd) {
    if (offset == Long.MAX_VALUE) {
      fail(BatchFault.Kind.MALFORMED, "offset " + offset + " has no successor");
      return;
    }
    if (offset >= fetchOffset) {
      boolean wraps = (bytes[at + BatchLayout.MESSAGE_ATTRIBUTES] & BatchLayout.CODEC_MASK) != 0;
      deliver(wraps ? position() : offset, batchEnd, wraps ? offset - position() + 1 : 1);
    }
    leaderEpoch = -1;
    next = offset + 1;
    at = batchEnd;
  }

  private void takeBatch(long base, int batchEnd) {
    int lastDelta = BigEndian.int32(bytes, at + BatchLayout.LAST_OFFSET_DELTA);
    int count = BigEndian.int32(bytes, at + BatchLayout.RECORD_COUNT);
    if (lastDelta < 0 || base > Long.MAX_VALUE - 1 - lastDelta) {
      fail(BatchFault.Kind.MALFORMED, "base offset " + base + " with last delta " + lastDelta);
      return;
    }
    long last = base + lastDelta;
    if (count < 0 || count > lastDelta + 1L || !fits(count, batchEnd)) {
      fail(
          BatchFault.Kind.MALFORMED,
          last,
          count + " records announced in " + (batchEnd - at) + " bytes, last delta " + lastDelta);
      return;
    }
    try {
      boolean hidden = filter.hides(bytes, at, batchEnd, last);
      if (!hidden && last >= fetchOffset && count > 0) {
        deliver(base, batchEnd, Math.min(count, last - position() + 1));
      }
    } catch (UnreadableException e) {
      fail(e.kind(), last, e.detail());
      return;
    }
    leaderEpoch = BigEndian.int32(bytes, at + BatchLayout.LEADER_EPOCH);
    next = last + 1;
    at = batchEnd;
  }

  /** Whether that many records can be in an uncompressed batch; of others nobody can tell yet. */
  private boolean fits(int count, int batchEnd) {
    short attributes = BigEndian.int16(bytes, at + BatchLayout.ATTRIBUTES);
    int recordBytes = batchEnd - at - BatchLayout.RECORDS;
    return (attributes & BatchLayout.CODEC_MASK) != 0
        || (long) count * BatchLayout.MIN_RECORD_BYTES <= recordBytes;
  }

  private void deliver(long firstOffset, int batchEnd, long count) {
    if (firstDeliverable < 0) {
      firstDeliverable = firstOffset;
    }
    spans.add(at, batchEnd);
    recordBound += count;
  }

  private void fail(BatchFault.Kind kind, String detail) {
    fail(kind, position(), detail);
  }

  private void fail(BatchFault.Kind kind, long lastOffset, String detail) {
    long first = position();
    fault = new BatchFault(kind, first, Math.max(first, lastOffset), end - at, detail);
  }
}
