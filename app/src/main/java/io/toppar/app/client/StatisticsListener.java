package io.toppar.app.client;

/**
 * Takes the statistics of a client every {@code statistics.interval.ms}.
 *
 * <p><b>Threading:</b> called on {@code callback.executor}, by one thread at a time, so that it may
 * take its time: what it has no time for is left out, and the next it gets is the newest. What it
 * throws is logged, and the next call comes all the same.
 */
@FunctionalInterface
public interface StatisticsListener {

  /** Statistics were taken. */
  void onStatistics(Statistics statistics);
}
