package io.toppar.netty.connection;

import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Netty's leak detector, named on the test's command line, with a memory for what it found. */
public final class LeakLog<T> extends ResourceLeakDetector<T> {

  /** What was found so far. */
  public static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

  /** Called by Netty. */
  public LeakLog(Class<?> resourceType, int samplingInterval) {
    super(resourceType, samplingInterval);
  }

  /** Called by older Netty. */
  public LeakLog(Class<?> resourceType, int samplingInterval, long maxActive) {
    super(resourceType, samplingInterval);
  }

  @Override
  protected void reportTracedLeak(String resourceType, String records) {
    FOUND.add(resourceType + records);
  }

  @Override
  protected void reportUntracedLeak(String resourceType) {
    FOUND.add(resourceType);
  }
}
