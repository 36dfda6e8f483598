package io.toppar.benchmarks.reader;

import java.io.IOException;

/**
 * The plainest program that reads the first records of a topic, says how many came at once, and
 * ends.
 *
 * <p>Arguments: MODE HOST:PORT TOPIC PARTITIONS
 */
public final class FirstRecordMain {

  private FirstRecordMain() {}

  /** Reads; fails if no record comes. */
  public static void main(String[] arguments) throws IOException {
    Source source = new Source(arguments[1], arguments[2], Integer.parseInt(arguments[3]));
    try (Reader reader = ReaderKind.named(arguments[0]).open(source)) {
      System.out.println(Reading.some(reader));
    }
  }
}
