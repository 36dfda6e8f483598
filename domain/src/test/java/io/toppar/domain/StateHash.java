package io.toppar.domain;

/**
 * 128 bits that stand for a canonical snapshot. Of ten million states two share one with a
 * probability below 1 in 10^24.
 */
record StateHash(long high, long low) {

  private static final long ONE = 0x9E3779B97F4A7C15L;
  private static final long OTHER = 0xC2B2AE3D27D4EB4FL;

  static StateHash of(StateWriter snapshot) {
    byte[] bytes = snapshot.bytes();
    long high = snapshot.size();
    long low = ~high;
    for (int i = 0; i < snapshot.size(); i++) {
      high = (high ^ bytes[i]) * ONE;
      high ^= high >>> 29;
      low = (low + bytes[i]) * OTHER;
      low ^= low >>> 31;
    }
    return new StateHash(mixed(high), mixed(low));
  }

  private static long mixed(long value) {
    long mixed = (value ^ (value >>> 32)) * OTHER;
    return mixed ^ (mixed >>> 29);
  }
}
