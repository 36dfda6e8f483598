package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;

/**
 * A message was not delivered: it says which partition, why, and whether the message may be in the
 * log all the same. Immutable, any thread.
 */
public final class DeliveryException extends TopparException {

  private static final long serialVersionUID = 1L;

  private final transient DeliveryReport report;

  DeliveryException(DeliveryReport report) {
    super(DeliveryCategories.of(report.error()), report.error(), report.detail(), null);
    this.report = report;
  }

  /** The report of the message. */
  public DeliveryReport report() {
    return report;
  }

  /** The partition; {@link TopicPartition#UNASSIGNED} if it never had one. */
  public TopicPartition topicPartition() {
    return report.topicPartition();
  }

  /** Whether it may be in the log. */
  public MessageStatus status() {
    return report.status();
  }
}
