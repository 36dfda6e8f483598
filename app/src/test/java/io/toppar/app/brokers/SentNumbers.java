package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.DeliveryReport;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * What was reported of the numbers from 0 on that were sent to one partition, and whether the log
 * of that partition is as reported. One thread at a time.
 */
@NullUnmarked
final class SentNumbers {

  private final TopicPartition partition;
  private final List<DeliveryReport> reports = new ArrayList<>();
  private int delivered;
  private int failed;

  SentNumbers(TopicPartition partition) {
    this.partition = partition;
  }

  /** The number that is sent now. */
  int next() {
    reports.add(null);
    return reports.size() - 1;
  }

  /** Takes a report, which must be the number's only one. */
  void reported(int number, DeliveryReport report) {
    DeliveryReport before = reports.set(number, report);
    if (before != null) {
      throw new AssertionError(number + " was reported twice: " + before + ", " + report);
    }
    if (report.isDelivered()) {
      delivered++;
    } else {
      failed++;
    }
  }

  int sent() {
    return reports.size();
  }

  int delivered() {
    return delivered;
  }

  /** The reports of those that have failed. */
  List<DeliveryReport> failures() {
    return reports.stream().filter(report -> report != null && !report.isDelivered()).toList();
  }

  /** Every number has been reported. */
  void requireReported() {
    assertThat(delivered + failed).as("reports of %s", partition).isEqualTo(sent());
  }

  /**
   * Every number in the log is there once and in order; what was acknowledged is there, and what
   * never left is not.
   */
  void requireOnceAndInOrder(List<Integer> log) {
    requireAscending(log);
    requireNothingLost(log);
  }

  private void requireAscending(List<Integer> log) {
    for (int offset = 1; offset < log.size(); offset++) {
      assertThat(log.get(offset))
          .as("%s, offset %s: higher than the number before", partition, offset)
          .isGreaterThan(log.get(offset - 1));
    }
  }

  /** What was acknowledged is in the log where it was said to be, and what never left is not. */
  void requireNothingLost(List<Integer> log) {
    requireNothingLost(log, 0);
  }

  /**
   * As {@link #requireOnceAndInOrder}, of the last numbers only: those before the first that is in
   * the log went to another one.
   */
  void requireRestOnceAndInOrder(List<Integer> log) {
    requireAscending(log);
    requireNothingLost(log, log.get(0));
  }

  private void requireNothingLost(List<Integer> log, int from) {
    requireReported();
    BitSet logged = new BitSet();
    log.forEach(logged::set);
    for (int number = from; number < reports.size(); number++) {
      DeliveryReport report = reports.get(number);
      if (report.status() != MessageStatus.POSSIBLY_PERSISTED) {
        assertThat(logged.get(number))
            .as("%s is in the log, as reported: %s", number, report)
            .isEqualTo(report.isDelivered());
      }
      if (report.offset() >= 0) {
        assertThat(log.get((int) report.offset())).as("%s", report).isEqualTo(number);
      }
    }
  }
}
