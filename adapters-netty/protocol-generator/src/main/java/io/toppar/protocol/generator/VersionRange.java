package io.toppar.protocol.generator;

/**
 * An inclusive range of versions, empty when {@code low} is above {@code high}.
 *
 * <p>Notation: {@code 4-18}, {@code 3}, {@code 12+} and {@code none}.
 */
record VersionRange(int low, int high) {
  static final VersionRange NONE = new VersionRange(0, -1);
  private static final int OPEN = Short.MAX_VALUE;

  static VersionRange parse(String notation) {
    String text = notation.strip();
    if (text.equals("none")) {
      return NONE;
    }
    if (text.endsWith("+")) {
      return new VersionRange(Integer.parseInt(text.substring(0, text.length() - 1)), OPEN);
    }
    int dash = text.indexOf('-');
    if (dash < 0) {
      int only = Integer.parseInt(text);
      return new VersionRange(only, only);
    }
    return new VersionRange(
        Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
  }

  boolean isEmpty() {
    return low > high;
  }

  boolean contains(int version) {
    return low <= version && version <= high;
  }

  boolean covers(VersionRange other) {
    return other.isEmpty() || (low <= other.low && other.high <= high);
  }

  VersionRange intersect(VersionRange other) {
    VersionRange both = new VersionRange(Math.max(low, other.low), Math.min(high, other.high));
    return both.isEmpty() ? NONE : both;
  }

  /** The smallest range that covers both. */
  VersionRange hull(VersionRange other) {
    if (isEmpty()) {
      return other;
    }
    return other.isEmpty()
        ? this
        : new VersionRange(Math.min(low, other.low), Math.max(high, other.high));
  }

  /**
   * The Java condition that is true in this range, for versions known to be in {@code within}:
   * {@code "true"} and {@code "false"} where nothing is left to ask.
   */
  String condition(VersionRange within) {
    VersionRange asked = intersect(within);
    if (asked.isEmpty()) {
      return "false";
    }
    if (asked.equals(within)) {
      return "true";
    }
    if (asked.high == within.high) {
      return "version >= " + asked.low;
    }
    if (asked.low == within.low) {
      return "version <= " + asked.high;
    }
    return asked.low == asked.high
        ? "version == " + asked.low
        : "version >= " + asked.low + " && version <= " + asked.high;
  }

  @Override
  public String toString() {
    if (isEmpty()) {
      return "none";
    }
    return low == high ? "" + low : low + "-" + high;
  }
}
