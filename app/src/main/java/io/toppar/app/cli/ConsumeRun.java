package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.client.ErrorCategory;
import io.toppar.app.client.PartitionException;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.config.Configuration;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private final String brokers;
  private final ConsumePlan plan;
  private final RecordFormats formats;
  private final OutputStream out = Terminal.out();
  private final Bytes bytes = new Bytes();
  private final Progress progress;
  private final Set<TopicPartition> open = new HashSet<>();
  private Map<TopicPartition, Long> ends = Map.of();
  private boolean pipeClosed;

  ConsumeRun(Configuration configuration, String brokers, ConsumePlan plan, RecordFormats formats) {
    this.configuration = configuration;
    this.brokers = brokers;
    this.plan = plan;
    this.formats = formats;
    boolean prints = formats != RecordFormats.DISCARD;
    this.progress = new Progress(!plan.quiet() && Terminal.showsProgress(prints));
  }

  int run() {
    try (Interrupt interrupt = Interrupt.install();
        Consumer consumer = Clients.consumer(configuration)) {
      ConsumeTargets targets =
          new ConsumeTargets(consumer, plan, ClusterOptions.patience(configuration));
      targets.resolve(brokers);
      RecordFormat format = formats.of(targets::leader);
      ends = targets.ends();
      consumer.assign(targets.assignments());
      open.addAll(consumer.assignment());
      closeThoseAtTheirEnd(consumer);
      read(consumer, format, interrupt);
      progress.end();
      if (formats == RecordFormats.DISCARD) {
        Terminal.tell(progress.report());
      }
      close(consumer);
      return ExitCodes.OK;
    }
  }

  private void read(Consumer consumer, RecordFormat format, Interrupt interrupt) {
    while (!interrupt.isAsked() && !pipeClosed && !open.isEmpty() && remaining() > 0) {
      ConsumerEvent event = consumer.pollEvent(TURN);
      if (event instanceof ConsumerEvent.Batch batch) {
        print(consumer, batch.batch(), format);
      } else if (event instanceof ConsumerEvent.EndOfPartition end) {
        reachedEnd(consumer, end);
      } else if (event instanceof ConsumerEvent.PositionMoved moved) {
        store(consumer, moved.topicPartition(), moved.nextOffset());
        reached(consumer, moved.topicPartition(), moved.nextOffset());
      } else if (event instanceof ConsumerEvent.PositionReset reset) {
        tell("% " + reset.topicPartition() + ": " + reset.reason());
      } else if (event instanceof ConsumerEvent.PartitionError error) {
        failOrWarn(error.exception());
      }
      progress.draw();
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
    boolean whole = true;
    try (batch;
        RecordCursor record = batch.records()) {
      while (!pipeClosed && record.next()) {
        if (record.offset() >= end || remaining() == 0) {
          whole = false;
          break;
        }
        format.append(from, record, bytes);
        progress.count(record.sizeBytes());
        next = record.offset() + 1;
        if (bytes.size() >= FLUSH_BYTES) {
          writeOut();
        }
      }
      next = whole && !pipeClosed ? batch.nextOffset() : next;
    } finally {
      writeOut();
      if (!pipeClosed) {
        store(consumer, from, next);
      }
    }
    reached(consumer, from, whole ? next : Math.max(next, end));
  }

  private void writeOut() {
    if (pipeClosed) {
      return;
    }
    try {
      bytes.drainTo(out);
    } catch (IOException e) {
      if (!isClosedPipe(e)) {
        throw CommandException.failed("standard output cannot be written: " + e.getMessage());
      }
      pipeClosed = true;
    }
  }

  private static boolean isClosedPipe(IOException e) {
    return String.valueOf(e.getMessage()).contains("Broken pipe");
  }

  private void store(Consumer consumer, TopicPartition topicPartition, long nextOffset) {
    if (plan.storesOffsets()) {
      consumer.store(topicPartition, nextOffset);
    }
  }

  private void reachedEnd(Consumer consumer, ConsumerEvent.EndOfPartition end) {
    TopicPartition from = end.topicPartition();
    if (open.contains(from)) {
      tell("% Reached end of " + from + " at offset " + end.offset());
      done(consumer, from);
    }
  }

  private void reached(Consumer consumer, TopicPartition from, long nextOffset) {
    if (nextOffset >= ends.getOrDefault(from, Long.MAX_VALUE)) {
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
            done(consumer, topicPartition);
          }
        });
  }

  private void failOrWarn(PartitionException error) {
    if (error.category() == ErrorCategory.RETRY) {
      tell("% " + error.getMessage());
    } else {
      throw error;
    }
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
