package io.toppar.app.client;

/**
 * Takes the statistics of a producer every {@code statistics.interval.ms}.
 *
 * <p><b>Threading:</b> called on {@code callback.executor}, between the reports and one at a time:
 * while it runs, reports wait. What it has no time for is left out, and the next it gets is the
 * newest. What it throws is logged, and the next call comes all the same.
 */
@FunctionalInterface
public interface ProducerStatisticsListener {

  /** Statistics were taken. */
  void onStatistics(ProducerStatistics statistics);
}
