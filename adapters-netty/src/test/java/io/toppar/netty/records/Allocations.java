package io.toppar.netty.records;

import java.lang.management.ManagementFactory;

/** Bytes that the calling thread has allocated since it began. */
final class Allocations {

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
