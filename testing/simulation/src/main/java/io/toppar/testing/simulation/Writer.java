package io.toppar.testing.simulation;

import io.toppar.app.client.DeliveryException;
import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.client.SendResult;
import io.toppar.app.client.TopparException;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.simulation.Violation.Kind;
import io.toppar.testing.simulation.WriterStep.Aim;
import io.toppar.testing.simulation.WriterStep.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An application that writes: what it may do with a client, and what it then has to be told.
 * Confined to its simulation's thread.
 */
final class Writer {

  private static final long MILLI = 1_000_000;
  private static final Duration SLACK = Duration.ofSeconds(1);

  /** Added to the number of a partition, gives one that its topic will never have. */
  private static final int FAR = 20;

  private final WriteSetup setup;
  private final WrittenCluster cluster;
  private final Transcript transcript;
  private final Reports reports;
  private final WritingClient client;
  private final Message message = new Message();
  private final List<CompletableFuture<?>> asked = new ArrayList<>();

  /** The first message of the present client. */
  private int first;

  private long untold;

  Writer(WriteSetup setup, WrittenCluster cluster, Transcript transcript) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    this.reports = new Reports(setup, cluster, transcript);
    this.client = new WritingClient(setup, cluster, transcript, reports::onBatch, cluster::look);
  }

  WritingClient client() {
    return client;
  }

  Reports reports() {
    return reports;
  }

  /** Whether brokers say what became of messages. */
  boolean isTold() {
    return setup.acks() != 0;
  }

  private Producer producer() {
    return client.producer();
  }

  /** Hands one message over; what is not taken must come to nothing. */
  @Nullable Sent send(int partition, Aim aim, Way way, Shape shape, int bytes) {
    TopicPartition name = Brokers.name(partition);
    String topic = aim == Aim.NOWHERE ? Brokers.UNHEARD_OF : name.topic();
    int number =
        switch (aim) {
          case EXACT -> name.partition();
          case BEYOND -> name.partition() + FAR;
          case ANY, NOWHERE -> Sent.ANY;
        };
    int serial = cluster.sent().size();
    Sent sent =
        new Sent(
            serial,
            client.number(),
            topic,
            number,
            shape,
            bytes,
            cluster.clock.currentTimeMillis());
    message.clear().topic(topic);
    if (number != Sent.ANY) {
      message.partition(number);
    }
    shape.fill(message, serial, bytes);
    transcript.note("send", serial, partition, bytes);
    cluster.sent().add(sent);
    long start = cluster.clock.nanoTime();
    sent.refused = !isTaken(sent, way);
    sent.taken(cluster.clock.currentTimeMillis());
    requireInTime("send", start, way == Way.TRY ? 0 : setup.blockMillis());
    transcript.note(sent.refused ? "refused" : "taken", serial, 0, 0);
    return sent.refused ? null : sent;
  }

  private boolean isTaken(Sent sent, Way way) {
    try {
      switch (way) {
        case TRY -> {
          return producer().trySend(message, report -> reports.onReport(sent, report))
              == SendResult.ACCEPTED;
        }
        case CALL -> producer().send(message, report -> reports.onReport(sent, report));
        case THROW -> producer().send(message, report -> failAt(sent, report));
        case STAGE -> onStage(sent, producer().send(message));
        case UNTOLD -> {
          producer().send(message, null);
          sent.untold = true;
          untold++;
        }
      }
      return true;
    } catch (TopparException e) {
      requireReason(sent, e);
      return false;
    }
  }

  private void failAt(Sent sent, DeliveryReport report) {
    reports.onReport(sent, report);
    throw new IllegalStateException("the application is made to throw");
  }

  private void onStage(Sent sent, CompletionStage<DeliveryReport> stage) {
    asked.add(
        stage
            .handle(
                (report, failure) -> {
                  reports.onReport(sent, failure == null ? report : failed(failure));
                  return sent;
                })
            .toCompletableFuture());
  }

  private static DeliveryReport failed(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof DeliveryException known) {
      return known.report();
    }
    throw new Violation(Kind.BROKEN, "a report is none", failure);
  }

  private void requireReason(Sent sent, TopparException refusal) {
    ErrorCode code = refusal.code();
    boolean right =
        switch (code) {
          case LOCAL_QUEUE_FULL -> true;
          case MESSAGE_TOO_LARGE ->
              2 * (sent.bytes + 200) > Math.min(setup.requestBytes(), setup.bufferBytes());
          case LOCAL_INVALID_ARG -> setup.ownChoice() && sent.shape == Shape.POISON;
          default -> {
            reports.fatal(refusal.toString());
            yield true;
          }
        };
    if (!right) {
      throw new Violation(Kind.ERROR, sent + " was refused", refusal);
    }
  }

  /** Flushes, and waits so long; whether it was done in time. */
  boolean flush(int millis) {
    takeReports();
    int last = cluster.sent().size();
    long start = cluster.clock.nanoTime();
    transcript.note("flush", last, millis, 0);
    try {
      producer().flush(Duration.ofMillis(millis));
    } catch (TopparException e) {
      if (e.code() != ErrorCode.LOCAL_TIMED_OUT) {
        throw new Violation(Kind.ERROR, "a flush failed", e);
      }
      requireInTime("flush", start, millis);
      return false;
    }
    requireInTime("flush", start, millis);
    requireReported(last, "a flush is over");
    return true;
  }

  void askFlush() {
    int last = cluster.sent().size();
    transcript.note("ask flush", last, 0, 0);
    asked.add(
        producer()
            .flush()
            .thenRun(() -> requireReported(last, "a flush that was asked for is over"))
            .toCompletableFuture());
  }

  /** What was handed over by the present client before some serial has been reported. */
  private void requireReported(int end, String when) {
    for (Sent sent : cluster.sent().subList(Math.min(first, end), end)) {
      Violation.require(
          sent.refused || sent.report != null || sent.untold,
          Kind.REPORT,
          when + ", and " + sent + " was not reported");
    }
  }

  private void requireInTime(String what, long start, long millis) {
    long over = cluster.clock.nanoTime() - start - millis * MILLI - SLACK.toNanos();
    Violation.require(over <= 0, Kind.DEADLINE, "a " + what + " took " + over + " ns too long");
  }

  void purge(boolean queued, boolean inFlight) {
    transcript.note("purge", queued ? 1 : 0, inFlight ? 1 : 0, 0);
    Runnable purged = reports.purging(queued, inFlight);
    if (inFlight) {
      client.brokers().purged();
    }
    asked.add(producer().purge(queued, inFlight).thenRun(purged).toCompletableFuture());
  }

  void holdReports() {
    client.reports().hold();
  }

  void takeReports() {
    client.reports().letGo();
  }

  void pass(int millis) {
    client.work(Duration.ofMillis(millis));
  }

  void restart(int millis) {
    transcript.note("restart", millis, 0, 0);
    close(Duration.ofMillis(millis));
    begin();
  }

  /** Ends the client: nothing is left to be told. */
  void close(Duration patience) {
    reports.purging(true, true);
    client.close(patience);
    cluster.look();
    requireReported(cluster.sent().size(), "the client is closed");
    reports.requireAllBatches(untold);
    lookAtAnswers();
    Violation.require(
        asked.isEmpty(), Kind.DEADLINE, asked.size() + " questions were never answered");
  }

  /** What was found when answers came is told here: stages keep it to themselves. */
  private void lookAtAnswers() {
    for (CompletableFuture<?> each : asked) {
      if (each.isCompletedExceptionally()) {
        rethrow(each);
      }
    }
    asked.removeIf(CompletableFuture::isDone);
  }

  private static void rethrow(CompletableFuture<?> answer) {
    try {
      answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Violation violation) {
        throw violation;
      }
      if (!(e.getCause() instanceof TopparException)) {
        throw new Violation(Kind.BROKEN, "an answer failed", e.getCause());
      }
    }
  }

  void die() {
    transcript.note("die", 0, 0, 0);
    client.kill();
    begin();
  }

  private void begin() {
    asked.clear();
    reports.restart();
    first = cluster.sent().size();
    untold = 0;
    client.reopen();
  }

  /** To be called after every step. */
  void check() {
    cluster.look();
    lookAtAnswers();
    if (reports.isFatal()) {
      restart(0);
    }
  }
}
