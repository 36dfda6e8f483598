package io.toppar.benchmarks.driver;

import java.util.List;
import java.util.Locale;

/** The flags of the JVMs that are measured: the same for every mode. */
enum Jvm {
  /** The collector and the limits of memory that the launcher of the command line gives. */
  LAUNCHER(
      "-XX:+UseSerialGC",
      "-Xshare:auto",
      "-XX:-UsePerfData",
      "-Xmx128m",
      "-XX:MaxDirectMemorySize=192m"),

  /** None: collector and heap as the JVM chooses them. */
  DEFAULT;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is
  private final List<String> flags;

  Jvm(String... flags) {
    this.flags = List.of(flags);
  }

  List<String> flags() {
    return flags;
  }

  /** How a mode is called that runs under these flags. */
  String subject(String mode) {
    return this == LAUNCHER ? mode : mode + ", default JVM";
  }

  static Jvm named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
