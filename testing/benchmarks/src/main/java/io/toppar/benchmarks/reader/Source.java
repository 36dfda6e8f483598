package io.toppar.benchmarks.reader;

import java.util.stream.IntStream;

/**
 * What is read.
 *
 * @param server the one broker, {@code HOST:PORT}
 * @param topic the topic
 * @param partitions how many partitions it has
 */
record Source(String server, String topic, int partitions) {

  IntStream numbers() {
    return IntStream.range(0, partitions);
  }
}
