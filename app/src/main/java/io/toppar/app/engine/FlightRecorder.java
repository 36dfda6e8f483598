package io.toppar.app.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last inputs and effects of all partitions, kept so that a partition which fails can say how
 * it came to it. A ring of fixed size that allocates nothing; the duty thread only.
 */
final class FlightRecorder {

  private static final int SIZE = 1024;

  private final @Nullable Object[] who = new Object[SIZE];
  private final @Nullable String[] what = new String[SIZE];
  private final long[] first = new long[SIZE];
  private final long[] second = new long[SIZE];
  private int next;

  /** Notes that something happened to someone, with two numbers that tell which. */
  void note(Object partition, String happened, long one, long other) {
    who[next] = partition;
    what[next] = happened;
    first[next] = one;
    second[next] = other;
    next = (next + 1) & (SIZE - 1);
  }

  /** What happened to this partition lately, oldest first, at most {@code limit} lines. */
  List<String> transcript(Object partition, int limit) {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= SIZE && lines.size() < limit; i++) {
      int at = (next - i) & (SIZE - 1);
      if (who[at] == partition) {
        lines.add(0, what[at] + "(" + first[at] + ", " + second[at] + ")");
      }
    }
    return lines;
  }

  /** Forgets a partition that has gone, so that the ring does not keep it alive. */
  void forget(Object partition) {
    for (int i = 0; i < SIZE; i++) {
      if (who[i] == partition) {
        who[i] = null;
      }
    }
  }
}
