package io.toppar.benchmarks.writer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The count of acknowledged records, and the first failure. Any thread. */
final class Acknowledged {

  private final AtomicLong records = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  void add(long count) {
    records.addAndGet(count);
  }

  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
  }

  /**
   * The count.
   *
   * @throws IllegalStateException if a record has failed
   */
  long count() {
    Throwable first = failure.get();
    if (first != null) {
      throw new IllegalStateException("a record was not delivered", first);
    }
    return records.get();
  }
}
