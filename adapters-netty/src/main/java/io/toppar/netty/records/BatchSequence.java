package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import org.jspecify.annotations.Nullable;

/** The batches of some spans, one open at a time: checksum, decompression, and their reader. */
final class BatchSequence {

  private final byte[] bytes;
  private final Spans spans;
  private final BatchRange range;
  private final RecordOptions options;
  private final Checksums checksums = new Checksums();
  private final BatchReader batchReader = new BatchReader();

  private final Decompressor decompressor;

  private @Nullable MessageReader messageReader;
  private RecordReader reader = batchReader;
  private int span = -1;
  private int spanEnd;

  /** The open batch. */
  private int start;

  private int end;
  private long lastOffset = -1;

  BatchSequence(byte[] bytes, Spans spans, BatchRange range, RecordOptions options) {
    this.bytes = bytes;
    this.spans = spans;
    this.range = range;
    this.options = options;
    this.decompressor = new Decompressor(options.maxDecompressedBytes());
  }

  /** The reader of the open batch. */
  RecordReader reader() {
    return reader;
  }

  /** The reader of batches of magic 2, which has nothing to read while another one is open. */
  BatchReader batchReader() {
    return batchReader;
  }

  /** Opens the next batch; false if there is none. */
  boolean openNext() throws UnreadableException {
    if (end == spanEnd) {
      if (++span >= spans.count()) {
        span = spans.count();
        return false;
      }
      end = spans.start(span);
      spanEnd = spans.end(span);
    }
    start = end;
    end = start + BatchLayout.PREFIX_BYTES + BigEndian.int32(bytes, start + BatchLayout.LENGTH);
    long after = lastOffset;
    lastOffset = lastOffset();
    if (bytes[start + BatchLayout.MAGIC] < 2) {
      openMessage(after);
    } else {
      openBatch();
    }
    return true;
  }

  private void openMessage(long after) throws UnreadableException {
    if (messageReader == null) {
      messageReader = new MessageReader(checksums, options.checkCrcs());
    }
    reader = messageReader;
    messageReader.open(bytes, start, end, after, decompressor);
  }

  private void openBatch() throws UnreadableException {
    reader = batchReader;
    if (options.checkCrcs()) {
      checksums.checkBatch(bytes, start, end);
    }
    int codec = BigEndian.int16(bytes, start + BatchLayout.ATTRIBUTES) & BatchLayout.CODEC_MASK;
    if (codec == Decompressor.NONE) {
      batchReader.openPlain(bytes, start, end);
      return;
    }
    int recordsAt = start + BatchLayout.RECORDS;
    Scratch records = decompressor.decompress(codec, bytes, recordsAt, end - recordsAt, 2);
    batchReader.open(bytes, start, records.bytes(), 0, records.length());
  }

  /** What is wrong with the open batch, given where reading would have gone on within it. */
  BatchFault fault(UnreadableException cause, long position) {
    long first = Math.max(range.fetchOffset(), position);
    if (bytes[start + BatchLayout.MAGIC] == 2) {
      first = Math.max(first, BigEndian.int64(bytes, start));
    }
    long last = Math.max(first, lastOffset);
    return new BatchFault(cause.kind(), first, last, end - start, cause.detail());
  }

  private long lastOffset() {
    long offset = BigEndian.int64(bytes, start);
    return bytes[start + BatchLayout.MAGIC] < 2
        ? offset
        : offset + BigEndian.int32(bytes, start + BatchLayout.LAST_OFFSET_DELTA);
  }

  /** Ends the reading, and gives decompression memory back. */
  void close() {
    reader.stop();
    span = spans.count();
    end = spanEnd;
    decompressor.close();
  }
}
