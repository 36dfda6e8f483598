package io.toppar.benchmarks.reader;

import java.util.Map;

/** The settings that every reader has, by the names that both clients know. */
final class Settings {

  static final int FETCH_MAX_WAIT_MS = 500;
  static final int FETCH_MIN_BYTES = 1;
  static final int FETCH_MAX_BYTES = 52_428_800;
  static final int MAX_PARTITION_FETCH_BYTES = 1_048_576;

  /** The system chooses, and adapts, the socket's receive buffer. */
  static final int RECEIVE_BUFFER_BYTES = -1;

  private Settings() {}

  static Map<String, Object> of(Source source) {
    return Map.of(
        "bootstrap.servers", source.server(),
        "isolation.level", "read_committed",
        "check.crcs", "true",
        "enable.auto.commit", "false",
        "fetch.max.wait.ms", FETCH_MAX_WAIT_MS,
        "fetch.min.bytes", FETCH_MIN_BYTES,
        "fetch.max.bytes", FETCH_MAX_BYTES,
        "max.partition.fetch.bytes", MAX_PARTITION_FETCH_BYTES,
        "receive.buffer.bytes", RECEIVE_BUFFER_BYTES);
  }
}
