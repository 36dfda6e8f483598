package io.toppar.testing.simulation;

import java.util.StringJoiner;

/**
 * What happened, as a hash of everything and as text of the last of it. Confined to its
 * simulation's thread; noting allocates nothing.
 */
final class Transcript {

  private static final int KEPT = 300;
  private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

  private final String[] what = new String[KEPT];
  private final long[] numbers = new long[3 * KEPT];
  private long count;
  private long hash = 1;

  void note(String happened, long one, long other, long third) {
    int place = (int) (count % KEPT);
    what[place] = happened;
    numbers[3 * place] = one;
    numbers[3 * place + 1] = other;
    numbers[3 * place + 2] = third;
    count++;
    hash = mix(mix(mix(mix(hash, happened.hashCode()), one), other), third);
  }

  private static long mix(long into, long value) {
    long mixed = (into ^ value) * PRIME;
    return mixed ^ (mixed >>> 29);
  }

  long count() {
    return count;
  }

  long hash() {
    return hash;
  }

  /** The last of it, oldest first. */
  String text() {
    StringJoiner lines = new StringJoiner("\n  ", "  ", "\n");
    for (long i = Math.max(0, count - KEPT); i < count; i++) {
      int place = (int) (i % KEPT);
      lines.add(
          what[place]
              + " "
              + numbers[3 * place]
              + " "
              + numbers[3 * place + 1]
              + " "
              + numbers[3 * place + 2]);
    }
    return lines.toString();
  }
}
