package io.toppar.app.cli;

import java.util.Locale;

/** Numbers of things, for people: {@code 1 record}, {@code 2,000 records}. Stateless. */
final class Counted {

  private Counted() {}

  /** So many of what one of is called so. */
  static String of(long count, String noun) {
    return count + " " + named(count, noun);
  }

  /** The same with groups of three digits. */
  static String grouped(long count, String noun) {
    return String.format(Locale.ROOT, "%,d ", count) + named(count, noun);
  }

  private static String named(long count, String noun) {
    return count == 1 ? noun : noun + "s";
  }
}
