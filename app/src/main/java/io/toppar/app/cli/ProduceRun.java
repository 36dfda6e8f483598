package io.toppar.app.cli;

import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.client.ProducerStatistics;
import io.toppar.app.client.TopparException;
import io.toppar.app.config.Configuration;
import io.toppar.domain.ErrorCode;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code produce}: reads, sends, waits for what became of it, and tells.
 *
 * <p>One thread, the main one, which holds the lock except while it waits for input. A signal asks
 * it to end; if it is waiting just then, the thread of the signal takes the lock and ends the run.
 */
final class ProduceRun {

  /** How long it waits for anything before it looks whether it should end. */
  static final int TURN_MILLIS = 200;

  private static final Duration TURN = Duration.ofMillis(TURN_MILLIS);
  private static final Duration CLOSING = Duration.ofSeconds(10);
  private static final long NOTICE_MILLIS = 1_000;

  private final Configuration configuration;
  private final ClusterOptions cluster;
  private final ProducePlan plan;
  private final DeliveryTally tally = new DeliveryTally();
  private final Progress progress;
  private final Tee tee;
  private final AtomicReference<@Nullable ProducerStatistics> newest = new AtomicReference<>();
  private final ReentrantLock held = new ReentrantLock();

  /** Whether the run has been ended; under the lock. */
  private boolean ended;

  ProduceRun(Configuration configuration, ClusterOptions cluster, ProducePlan plan) {
    this.configuration = configuration;
    this.cluster = cluster;
    this.plan = plan;
    this.progress = new Progress(!plan.quiet() && Terminal.showsProgress(plan.tees()));
    this.tee = new Tee(plan.tees());
  }

  /** Input that is read by this run; what is passed on must not wait for the next message. */
  InputStream waiting(InputStream in) {
    return new WaitingInput(in, held, tee::flush);
  }

  /** Sends what there is to read. */
  int run(InputReader reader) {
    held.lock();
    try (Interrupt interrupt = Interrupt.install()) {
      int status = told(() -> produce(reader, interrupt));
      // Told here, for a signal may end the JVM as soon as the interrupt is closed.
      interrupt.fail(status);
      return status;
    } finally {
      held.unlock();
    }
  }

  /** The exit status of a part of the run, whose failure is told. */
  private int told(IntSupplier part) {
    try {
      return part.getAsInt();
    } catch (RuntimeException e) {
      progress.end();
      return Main.tell(e);
    }
  }

  private int produce(InputReader reader, Interrupt interrupt) {
    try (reader) {
      try (Producer producer = producer()) {
        interrupt.onAsked(producer::close);
        ProduceTarget target = new ProduceTarget(producer, plan);
        if (!isThere(target, interrupt)) {
          return ExitCodes.OK;
        }
        LibraryLog.showWarnings(!plan.quiet());
        interrupt.onAsked(() -> endWhileWaiting(producer, interrupt));
        awaitPartitions(target, interrupt);
        int sent = told(() -> send(producer, reader, interrupt));
        return Math.max(sent, told(() -> end(producer, interrupt)));
      }
    } catch (IOException e) {
      throw CommandException.failed("the input cannot be closed: " + e.getMessage());
    }
  }

  private Producer producer() {
    return Clients.producer(configuration, plan.quiet(), tally, newest::set);
  }

  /** Refuses a topic or partition that is not there; false if the command was asked to end. */
  private boolean isThere(ProduceTarget target, Interrupt interrupt) {
    try {
      target.require(cluster, configuration);
      return !interrupt.isAsked();
    } catch (TopparException | CommandException e) {
      if (interrupt.isAsked()) {
        return false;
      }
      throw e;
    }
  }

  /** What is read before partitions are known would be copied; they are known in a moment. */
  private void awaitPartitions(ProduceTarget target, Interrupt interrupt) {
    while (!target.isKnown() && !interrupt.isAsked()) {
      draw();
    }
  }

  private int send(Producer producer, InputReader reader, Interrupt interrupt) {
    InputMessage read = new InputMessage();
    Message message = new Message();
    while (!interrupt.isAsked() && progress.records() < plan.count() && reader.next(read)) {
      if (ended) {
        return ExitCodes.OK; // by a signal, while input was waited for
      }
      fill(message, read);
      if (!isTaken(producer, message, reader, interrupt)) {
        throw reader.refusal("ended by a signal while there was no room in buffer.memory");
      }
      progress.count(length(read.key()) + length(read.value()));
      tee.pass(reader.read());
      draw();
    }
    return ExitCodes.OK;
  }

  /** Waits for room; false if the command was asked to end meanwhile. */
  private boolean isTaken(
      Producer producer, Message message, InputReader reader, Interrupt interrupt) {
    while (true) {
      try {
        producer.send(message, null);
        return true;
      } catch (TopparException e) {
        if (e.code() != ErrorCode.LOCAL_QUEUE_FULL) {
          throw reader.refusal(String.valueOf(e.getMessage()));
        }
        if (interrupt.isAsked()) {
          return false;
        }
        draw();
      }
    }
  }

  /** Tells how it goes; statistics here, and not where they came, so that lines stay whole. */
  private void draw() {
    ProducerStatistics statistics = newest.get();
    if (statistics != null) {
      newest.compareAndSet(statistics, null);
      if (!plan.quiet()) {
        progress.end();
        Terminal.tell("% STATS: " + statistics.toJson());
      }
    }
    progress.draw();
  }

  private void fill(Message message, InputMessage read) {
    message.clear().topic(plan.topic());
    int partition = plan.partition() == InputMessage.NONE ? read.partition() : plan.partition();
    if (partition != InputMessage.NONE) {
      message.partition(partition);
    }
    if (read.timestampMillis() != InputMessage.NONE) {
      message.timestamp(read.timestampMillis());
    }
    Slice key = read.key();
    if (key != null) {
      message.key(key);
    }
    Slice value = read.value();
    if (value != null) {
      message.value(value);
    }
    RecordHeaders headers = read.headers();
    for (int i = 0; i < headers.count(); i++) {
      message.header(headers.name(i), headers.value(i));
    }
  }

  private static int length(@Nullable Slice bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  /** Waits until everything has been reported, and tells it; the first call only. */
  private int end(Producer producer, Interrupt interrupt) {
    if (ended) {
      return ExitCodes.OK;
    }
    ended = true;
    int passedOn = told(this::endTee);
    while (!interrupt.isAsked() && !isFlushed(producer)) {
      draw();
    }
    LibraryLog.showWarnings(false);
    producer.close(CLOSING);
    progress.end();
    String failure = tally.failure();
    if (failure != null) {
      throw CommandException.failed(failure);
    }
    if (!plan.quiet()) {
      Terminal.tell("% delivered: " + progress.report());
    }
    return passedOn;
  }

  private int endTee() {
    tee.end();
    return ExitCodes.OK;
  }

  private static boolean isFlushed(Producer producer) {
    try {
      producer.flush(TURN);
      return true;
    } catch (TopparException e) {
      if (e.code() == ErrorCode.LOCAL_TIMED_OUT) {
        return false;
      }
      throw e;
    }
  }

  /** On the thread of the signal: a main thread that does not wait notices it by itself. */
  private void endWhileWaiting(Producer producer, Interrupt interrupt) {
    try {
      if (!held.tryLock(NOTICE_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      if (!ended) {
        interrupt.fail(told(() -> end(producer, interrupt)));
        interrupt.close();
      }
    } finally {
      held.unlock();
    }
  }
}
