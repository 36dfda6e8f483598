package io.toppar.testing.memory;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what was handed out and not released. Any thread. */
final class BufferLedger {

  private final AtomicLong buffers = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  void taken(int sizeBytes) {
    buffers.incrementAndGet();
    bytes.addAndGet(sizeBytes);
  }

  /** A buffer that was handed out has become larger. */
  void grown(int moreBytes) {
    bytes.addAndGet(moreBytes);
  }

  void released(int sizeBytes) {
    buffers.decrementAndGet();
    bytes.addAndGet(-(long) sizeBytes);
  }

  long buffers() {
    return buffers.get();
  }

  long bytes() {
    return bytes.get();
  }
}
