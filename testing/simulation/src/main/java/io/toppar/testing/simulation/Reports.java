package io.toppar.testing.simulation;

import io.toppar.app.client.BatchReport;
import io.toppar.app.client.DeliveryReport;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.EnumSet;
import java.util.Set;

/**
 * What an application is told of its messages, held against the logs: each is reported once, truly,
 * and for a reason. Confined to its simulation's thread.
 */
final class Reports {

  /** How a retry can be called for that is not allowed any more. */
  private static final Set<ErrorCode> WORTH_A_RETRY =
      EnumSet.of(
          ErrorCode.LOCAL_TIMED_OUT,
          ErrorCode.LOCAL_TRANSPORT,
          ErrorCode.BROKER_NOT_AVAILABLE,
          ErrorCode.NOT_ENOUGH_REPLICAS);

  /** What brokers say of sequences; it fails what may be in the log, and nothing else. */
  private static final Set<ErrorCode> OF_SEQUENCES =
      EnumSet.of(
          ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
          ErrorCode.UNKNOWN_PRODUCER_ID,
          ErrorCode.INVALID_PRODUCER_EPOCH);

  private final WriteSetup setup;
  private final WrittenCluster cluster;
  private final Transcript transcript;
  private final long begunNanos;
  private final Set<ErrorCode> called = EnumSet.noneOf(ErrorCode.class);

  /** Up to this serial, messages were given up while they waited, or in flight. */
  private int purgedQueued = -1;

  private int purgedInFlight = -1;
  private int lastPurge;
  private boolean fatal;

  /** Messages of the present client that were reported, and those of its batches. */
  private long reported;

  private long inBatches;

  Reports(WriteSetup setup, WrittenCluster cluster, Transcript transcript) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    this.begunNanos = cluster.clock.nanoTime();
  }

  /** A broker is made to say this. */
  void callsFor(ErrorCode error) {
    called.add(error);
  }

  /**
   * What was handed over is given up, and what will be until the client has got to it.
   *
   * @return how to tell that it has
   */
  Runnable purging(boolean queued, boolean inFlight) {
    int purge = ++lastPurge;
    purgedQueued = queued ? Integer.MAX_VALUE : purgedQueued;
    purgedInFlight = inFlight ? Integer.MAX_VALUE : purgedInFlight;
    return () -> {
      if (purge == lastPurge) {
        purgedQueued = Math.min(purgedQueued, cluster.sent().size() - 1);
        purgedInFlight = Math.min(purgedInFlight, cluster.sent().size() - 1);
      }
    };
  }

  /** Whether the client has said that it cannot go on. */
  boolean isFatal() {
    return fatal;
  }

  /** The client cannot go on; that must have a cause. */
  void fatal(String what) {
    Violation.require(
        called.contains(ErrorCode.CLUSTER_AUTHORIZATION_FAILED) || cluster.hasAnyForgotten(),
        Kind.ERROR,
        "the client cannot go on, and nothing called for that: " + what);
    fatal = true;
  }

  /** Another client begins. */
  void restart() {
    fatal = false;
    purgedQueued = cluster.sent().size() - 1;
    purgedInFlight = purgedQueued;
    lastPurge++;
    reported = 0;
    inBatches = 0;
  }

  /** The listener is told of a batch. */
  void onBatch(BatchReport report) {
    inBatches += report.messageCount();
    transcript.note(
        "batch report",
        Brokers.index(report.topicPartition()),
        report.baseOffset(),
        report.messageCount());
  }

  /** As many messages were reported by batches as one by one, and those that nobody asked of. */
  void requireAllBatches(long untold) {
    Violation.require(
        inBatches == reported + untold,
        Kind.REPORT,
        inBatches + " messages were reported by batches, " + reported + " one by one");
  }

  /** Somebody is told of a message. */
  void onReport(Sent message, DeliveryReport report) {
    transcript.note("report", message.serial, report.offset(), report.error().code());
    Violation.require(
        message.report == null && !message.refused,
        Kind.REPORT,
        message + " is reported again: " + report + " after " + message.report);
    message.report = report;
    reported++;
    cluster.look();
    boolean right =
        message.partition == Sent.ANY || report.topicPartition().partition() == message.partition;
    Violation.require(right, Kind.REPORT, message + " is reported as " + report);
    if (report.isDelivered()) {
      onDelivered(message, report);
    } else {
      onFailed(message, report);
    }
  }

  private void onDelivered(Sent message, DeliveryReport report) {
    boolean told = setup.acks() != 0;
    MessageStatus status = told ? MessageStatus.PERSISTED : MessageStatus.POSSIBLY_PERSISTED;
    Violation.require(
        report.status() == status && (told || report.offset() < 0),
        Kind.REPORT,
        message + " was delivered as " + report);
    if (!told) {
      return;
    }
    requireInLog(message);
    TopicPartition name = report.topicPartition();
    boolean there =
        report.offset() < 0 ? setup.idempotent() : cluster.at(name, report.offset()) == message;
    Violation.require(
        there || message.lost || message.doubtful,
        Kind.LOST,
        message + " is not where it is said to be: " + report);
  }

  /** What was delivered is in the log, once if it is idempotent. */
  void requireInLog(Sent message) {
    Violation.require(
        message.copies > 0 || message.lost || message.doubtful || isOnlyConcluded(message),
        Kind.LOST,
        message + " is in no log: " + message.report);
  }

  /**
   * That a later one is in the log shows that this one is, unless the log had lost what it knew of
   * the producer in between.
   */
  private boolean isOnlyConcluded(Sent message) {
    DeliveryReport report = message.report;
    return report != null && report.offset() < 0 && cluster.hasForgotten(report.topicPartition());
  }

  private void onFailed(Sent message, DeliveryReport report) {
    Violation.require(
        !message.mustBeNowhere() || message.copies == 0,
        Kind.UNKNOWN,
        message + " is in a log: " + report);
    if (report.error() == ErrorCode.LOCAL_FATAL) {
      fatal(report.toString());
    }
    Violation.require(
        isCalledFor(message, report), Kind.ERROR, message + " failed without a cause: " + report);
  }

  private boolean isCalledFor(Sent message, DeliveryReport report) {
    ErrorCode error = report.error();
    if (OF_SEQUENCES.contains(error)) {
      return setup.idempotent() && report.status() == MessageStatus.POSSIBLY_PERSISTED;
    }
    return switch (error) {
      case LOCAL_MSG_TIMED_OUT ->
          cluster.clock.nanoTime() - begunNanos >= setup.deliveryMillis() * 1_000_000L
              || mayGiveUp(ErrorCode.LOCAL_TIMED_OUT);
      case LOCAL_PURGE_QUEUE -> message.serial <= purgedQueued;
      case LOCAL_PURGE_INFLIGHT -> message.serial <= purgedInFlight;
      case LOCAL_DESTROY -> message.serial <= purgedQueued && message.serial <= purgedInFlight;
      case LOCAL_UNKNOWN_PARTITION -> message.partition > 0 || cluster.wasAnyDeleted();
      case LOCAL_UNKNOWN_TOPIC, UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID ->
          Brokers.isUnheardOf(message.topic) || cluster.wasAnyDeleted() || mayGiveUp(error);
      case MESSAGE_TOO_LARGE ->
          called.contains(error) || 2 * (message.bytes + 200) > setup.topicBytes();
      case LOCAL_INVALID_ARG -> setup.ownChoice() && message.shape == Shape.POISON;
      case LOCAL_FATAL -> fatal;
      case LOCAL_INCONSISTENT -> cluster.hasAnyForgotten();
      case LOCAL_INVALID_DIFFERENT_RECORD -> called.contains(ErrorCode.INVALID_RECORD);
      default -> called.contains(error) || mayGiveUp(error);
    };
  }

  /** Only so many retries are made. */
  private boolean mayGiveUp(ErrorCode error) {
    return setup.retries() < Integer.MAX_VALUE
        && (WORTH_A_RETRY.contains(error) || called.contains(error) || cluster.wasAnyDeleted());
  }
}
