package io.toppar.netty.records;

import io.toppar.domain.BatchFault;

/** The batches of some spans, one open at a time: checksum, decompression, and their reader. */
final class BatchSequence {

  private final byte[] bytes;
  private final Spans spans;
  private final BatchRange range;
  private final RecordOptions options;
  private final Checksums checksums = new Checksums();
  private final BatchReader batchReader = new BatchReader();

  private RecordReader reader = batchReader;
  private int span = -1;
  private int spanEnd;

  /** The open batch. */
  private int start;

  private int end;

  BatchSequence(byte[] bytes, Spans spans, BatchRange range, RecordOptions options) {
    this.bytes = bytes;
    this.spans = spans;
    this.range = range;
    this.options = options;
  }

  /** The reader of the open batch. */
  RecordReader reader() {
    return reader;
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
    openBatch();
    return true;
  }

  private void openBatch() throws UnreadableException {
    reader = batchReader;
    if (options.checkCrcs()) {
      checksums.checkBatch(bytes, start, end);
    }
    batchReader.openPlain(bytes, start, end);
  }

  /** What is wrong with the open batch, given where reading would have gone on within it. */
  BatchFault fault(UnreadableException cause, long position) {
    long first = Math.max(range.fetchOffset(), position);
    long last = BigEndian.int64(bytes, start);
    if (bytes[start + BatchLayout.MAGIC] == 2) {
      first = Math.max(first, last);
      last += BigEndian.int32(bytes, start + BatchLayout.LAST_OFFSET_DELTA);
    }
    return new BatchFault(cause.kind(), first, Math.max(first, last), end - start, cause.detail());
  }

  void close() {
    span = spans.count();
  }
}
