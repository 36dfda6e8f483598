package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import java.util.List;

/**
 * Where the offsets are whose lag is shown. One thread but for {@link #abandon}; closed by whoever
 * opened it.
 */
interface LagSource extends AutoCloseable {

  /** Reads the offsets, then holds them against the logs of the cluster. */
  Found read(Consumer consumer);

  /** A reading that is under way fails instead of waiting; from any thread. */
  void abandon();

  @Override
  void close();

  /**
   * What one reading found.
   *
   * @param report the lag by partition
   * @param hidden what stood in the way of knowing all offsets, each in one line
   */
  record Found(LagReport report, List<String> hidden) {

    boolean isWhole() {
      return hidden.isEmpty() && !report.hasTrouble();
    }
  }
}
