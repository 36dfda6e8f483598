package io.toppar.benchmarks;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * What this process has used since it began: one reading, to be subtracted from a later one.
 * Immutable. Linux only, since the system's share of the time comes from {@code /proc}.
 *
 * @param wallNanos monotonic time
 * @param userNanos processor time in user mode, of the whole process, in ticks of 10 ms
 * @param systemNanos the same in the kernel
 * @param threadNanos processor time of the live Java threads, collectors and compilers left out
 * @param allocatedBytes bytes allocated in the heap by the live Java threads
 * @param collections garbage collections
 */
public record Meter(
    long wallNanos,
    long userNanos,
    long systemNanos,
    long threadNanos,
    long allocatedBytes,
    long collections) {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Path PROC = Path.of("/proc/self");
  private static final long TICK_NANOS = 10_000_000; // USER_HZ is 100 wherever Linux runs a JVM
  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  /** What this process has used so far. */
  public static Meter read() {
    // What follows the name of the program, which may itself hold blanks.
    String stat = text("stat");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long[] ids = THREADS.getAllThreadIds();
    return new Meter(
        System.nanoTime(),
        Long.parseLong(fields[USER_TIME]) * TICK_NANOS,
        Long.parseLong(fields[SYSTEM_TIME]) * TICK_NANOS,
        sum(THREADS.getThreadCpuTime(ids)),
        sum(THREADS.getThreadAllocatedBytes(ids)),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionCount)
            .sum());
  }

  /** What was used between an earlier reading and this one. */
  public Meter since(Meter earlier) {
    return new Meter(
        wallNanos - earlier.wallNanos,
        userNanos - earlier.userNanos,
        systemNanos - earlier.systemNanos,
        threadNanos - earlier.threadNanos,
        allocatedBytes - earlier.allocatedBytes,
        collections - earlier.collections);
  }

  /** User and kernel. */
  public long processNanos() {
    return userNanos + systemNanos;
  }

  /** The most memory this process ever had resident, in bytes. */
  public static long peakResidentBytes() {
    return text("status")
        .lines()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no VmHWM in " + PROC + "/status"));
  }

  /** -1 stands for a thread that has just ended. */
  private static long sum(long[] perThread) {
    return LongStream.of(perThread).filter(value -> value > 0).sum();
  }

  private static String text(String file) {
    try {
      return Files.readString(PROC.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException("these measurements need Linux's " + PROC, e);
    }
  }
}
