package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.client.ErrorCategory;
import io.toppar.app.client.PartitionException;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.client.Statistics;
import io.toppar.app.client.TopparException;
import io.toppar.app.client.UnreadableRecordsException;
import io.toppar.app.config.Configuration;
import io.toppar.app.json.Bytes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code consume}: reads, prints, and stores offsets behind what was written out.
 *
 * <p>One thread, the main one; the signal handler only asks it to end.
 */
final class ConsumeRun {

  private static final int FLUSH_BYTES = 1 << 16;
  private static final Duration TURN = Duration.ofMillis(200);
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final Configuration configuration;
  private final ClusterOptions cluster;
  private final ConsumePlan plan;
  private final RecordFormats formats;
  private final OutputStream out = Terminal.out();
  private final Bytes bytes = new Bytes();
  private final Progress progress;
  private final Set<TopicPartition> open = new HashSet<>();
  private final AtomicReference<@Nullable Statistics> newest = new AtomicReference<>();
  private Map<TopicPartition, Long> ends = Map.of();
  private boolean pipeClosed;

  ConsumeRun(
      Configuration configuration,
      ClusterOptions cluster,
      ConsumePlan plan,
      RecordFormats formats) {
    this.configuration = configuration;
    this.cluster = cluster;
    this.plan = plan;
    this.formats = formats;
    boolean prints = formats != RecordFormats.DISCARD;
    this.progress = new Progress(!plan.quiet() && Terminal.showsProgress(prints));
  }

  int run() {
    try (Interrupt interrupt = Interrupt.install()) {
      try {
        consume(interrupt);
        return ExitCodes.OK;
      } catch (RuntimeException e) {
        // Told here, for a signal may end the JVM as soon as the interrupt is closed.
        progress.end();
        int status = Main.tell(e);
        interrupt.fail(status);
        return status;
      }
    }
  }

  private void consume(Interrupt interrupt) {
    try (Consumer consumer = Clients.consumer(configuration, plan.quiet(), newest::set)) {
      RecordFormat format = begin(consumer, interrupt);
      if (format == null) {
        return;
      }
      LibraryLog.showWarnings(!plan.quiet());
      read(consumer, format, interrupt);
      LibraryLog.showWarnings(false);
      progress.end();
      if (formats == RecordFormats.DISCARD) {
        Terminal.tell(progress.report());
      }
      close(consumer);
    }
  }

  /**
   * Finds the partitions and assigns them; null if the command was asked to end meanwhile. Closing
   * the consumer is what ends the wait for a broker that does not answer.
   */
  private @Nullable RecordFormat begin(Consumer consumer, Interrupt interrupt) {
    interrupt.onAsked(consumer::close);
    try {
      RecordFormat format = interrupt.isAsked() ? null : assign(consumer);
      interrupt.onAsked(() -> {});
      return interrupt.isAsked() ? null : format;
    } catch (TopparException | CommandException e) {
      if (interrupt.isAsked()) {
        return null;
      }
      throw e;
    }
  }

  private RecordFormat assign(Consumer consumer) {
    ConsumeTargets targets =
        new ConsumeTargets(consumer, plan, ClusterOptions.patience(configuration));
    targets.resolve(
        cluster.metadata(consumer::clusterMetadata, configuration, List.of(plan.topic())),
        cluster.brokers());
    ends = targets.ends();
    consumer.assign(targets.assignments());
    open.addAll(consumer.assignment());
    closeThoseAtTheirEnd(consumer);
    return formats.of(targets::leader);
  }

  private void read(Consumer consumer, RecordFormat format, Interrupt interrupt) {
    while (!interrupt.isAsked() && !pipeClosed && !open.isEmpty() && remaining() > 0) {
      ConsumerEvent event = consumer.pollEvent(TURN);
      if (event instanceof ConsumerEvent.Batch batch) {
        print(consumer, batch.batch(), format);
      } else if (event instanceof ConsumerEvent.EndOfPartition end) {
        reachedEnd(consumer, end);
      } else if (event instanceof ConsumerEvent.PositionMoved moved) {
        moved(consumer, moved);
      } else if (event instanceof ConsumerEvent.PositionReset reset) {
        wasReset(consumer, reset);
      } else if (event instanceof ConsumerEvent.PartitionError error) {
        failOrWarn(error.exception());
      }
      tellStatistics();
      progress.draw();
    }
  }

  /** Here, and not where they came, so that no line is written into another. */
  private void tellStatistics() {
    Statistics statistics = newest.getAndSet(null);
    if (statistics != null) {
      tell("% STATS: " + statistics.toJson());
    }
  }

  private long remaining() {
    return plan.count() - progress.records();
  }

  /** Prints a batch, or as much of it as was asked for, and stores the offset behind. */
  private void print(Consumer consumer, RecordBatch batch, RecordFormat format) {
    TopicPartition from = batch.topicPartition();
    if (!open.contains(from)) {
      batch.abandon();
      return;
    }
    long end = ends.getOrDefault(from, Long.MAX_VALUE);
    long next = batch.baseOffset();
    boolean whole = false;
    boolean past = false;
    try (batch;
        RecordCursor record = batch.records()) {
      while (!pipeClosed && remaining() > 0) {
        if (!record.next()) {
          whole = true;
          break;
        }
        past = record.offset() >= end;
        if (past) {
          break;
        }
        format.append(from, record, bytes);
        progress.count(record.sizeBytes());
        next = record.offset() + 1;
        if (bytes.size() >= FLUSH_BYTES) {
          writeOut();
          storeWritten(batch, next);
        }
      }
      next = whole ? batch.nextOffset() : next;
    } catch (UnreadableRecordsException e) {
      writeOut();
      storeBeforeFault(consumer, batch, next);
      throw withAdvice(e);
    } finally {
      writeOut();
      storeWritten(batch, next);
    }
    if (whole || past) {
      reached(consumer, from, past ? end : next);
    } else {
      done(consumer, from);
    }
  }

  private void writeOut() {
    if (pipeClosed) {
      return;
    }
    try {
      bytes.drainTo(out);
    } catch (IOException e) {
      if (!Terminal.isClosedPipe(e)) {
        throw CommandException.failed(Terminal.unwritten(e));
      }
      pipeClosed = true;
    }
  }

  /**
   * Stored means written out: not what a closed pipe no longer took. Written out after a reset, it
   * is not stored: the next reader would skip what lies before.
   */
  private void storeWritten(RecordBatch batch, long nextOffset) {
    if (isWritten(batch, nextOffset)) {
      batch.store(nextOffset, "");
    }
  }

  /** Reading has gone back to the fault, so that the batch's own word counts no more. */
  private void storeBeforeFault(Consumer consumer, RecordBatch batch, long nextOffset) {
    if (isWritten(batch, nextOffset)) {
      consumer.store(batch.topicPartition(), nextOffset);
    }
  }

  private boolean isWritten(RecordBatch batch, long nextOffset) {
    return !pipeClosed && plan.storesOffsets() && nextOffset > batch.baseOffset();
  }

  private void moved(Consumer consumer, ConsumerEvent.PositionMoved moved) {
    if (open.contains(moved.topicPartition())) {
      if (plan.storesOffsets()) {
        consumer.store(moved.topicPartition(), moved.nextOffset());
      }
      reached(consumer, moved.topicPartition(), moved.nextOffset());
    }
  }

  /** A position without records, taken before the reset, may have been stored after it. */
  private void wasReset(Consumer consumer, ConsumerEvent.PositionReset reset) {
    TopicPartition from = reset.topicPartition();
    tell("% " + from + ": " + reset.reason() + "; goes on at " + Offsets.text(reset.to()));
    if (plan.storesOffsets()
        && reset.to() >= 0
        && consumer.storedPosition(from).orElse(-1) > reset.to()) {
      consumer.store(from, reset.to());
    }
  }

  private void reachedEnd(Consumer consumer, ConsumerEvent.EndOfPartition end) {
    TopicPartition from = end.topicPartition();
    if (!plan.exitAtEnd()) {
      reached(consumer, from, end.offset());
    } else if (open.contains(from)) {
      tell("% Reached end of " + from + " at offset " + end.offset());
      done(consumer, from);
    }
  }

  /** Whether the end that a time has set was reached. */
  private void reached(Consumer consumer, TopicPartition from, long nextOffset) {
    long end = ends.getOrDefault(from, Long.MAX_VALUE);
    if (nextOffset >= end && open.contains(from)) {
      tell("% Reached the end time of " + from + " at offset " + end);
      done(consumer, from);
    }
  }

  /** A partition is done at its first end and is read no further (B227). */
  private void done(Consumer consumer, TopicPartition topicPartition) {
    if (open.remove(topicPartition)) {
      consumer.pause(List.of(topicPartition));
    }
  }

  /** A partition that ends where it starts is done before anything was read (B081). */
  private void closeThoseAtTheirEnd(Consumer consumer) {
    ends.forEach(
        (topicPartition, end) -> {
          long start = consumer.position(topicPartition).orElse(-1);
          if (end == 0 || start >= end) {
            reached(consumer, topicPartition, end);
          }
        });
  }

  private void failOrWarn(PartitionException error) {
    if (error.category() == ErrorCategory.RETRY) {
      tell("% " + error.getMessage());
    } else {
      throw withAdvice(error);
    }
  }

  /** In the words of the command line: where to begin instead, if that helps. */
  private static RuntimeException withAdvice(PartitionException error) {
    boolean unreadableHere =
        error instanceof UnreadableRecordsException
            || error.code() == ErrorCode.LOCAL_NOT_IMPLEMENTED;
    if (error.category() != ErrorCategory.RESEEK && !unreadableHere) {
      return error;
    }
    String partition = "-p " + error.topicPartition().partition();
    return CommandException.failed(
        error instanceof UnreadableRecordsException unreadable
            ? error.getMessage() + ": " + partition + " -o " + (unreadable.fault().lastOffset() + 1)
            : error.getMessage() + ": begin elsewhere with " + partition + " -o OFFSET");
  }

  private void tell(String line) {
    if (!plan.quiet()) {
      progress.end();
      Terminal.tell(line);
    }
  }

  private void close(Consumer consumer) {
    if (plan.storesOffsets()) {
      consumer
          .commit(CLOSING)
          .values()
          .forEach(
              result -> {
                if (!result.isOk()) {
                  throw CommandException.failed(
                      "the offset of "
                          + result.topicPartition()
                          + " is not stored: "
                          + result.detail());
                }
              });
    }
    consumer.close(CLOSING);
  }
}
