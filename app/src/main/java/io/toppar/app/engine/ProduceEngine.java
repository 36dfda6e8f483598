package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.ProduceFailure;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of a client that writes.
 *
 * <p>Messages are appended on the sender's thread to the open batch of their partition; the duty
 * thread hears of batches, not of messages, but for those whose topic is not known yet.
 *
 * <p><b>Ownership:</b> the engine closes the gateway it was given. Closing takes nothing more,
 * sends what there is as long as there is time, and fails the rest: every message is reported.
 */
public final class ProduceEngine extends ClientEngine {

  private static final Logger LOG = LoggerFactory.getLogger(ProduceEngine.class);

  private final ProducerSettings settings;
  private final Room room = new Room();
  private final Sending sending;
  private final Producing producing;

  /** Whether batches were opened since somebody found no memory. */
  private final AtomicBoolean openedUnasked = new AtomicBoolean();

  /**
   * An engine that does nothing until it is {@linkplain #open opened}.
   *
   * @param rule the application's own choice of partitions, or null
   * @param reports hears what became of messages
   * @param callbacks where the application's own choice runs that cannot be made on its own thread;
   *     one at a time, in order
   * @param compression compresses what is not compressed by senders
   * @throws IllegalArgumentException if the codec's library is missing; names the artifact
   * @throws UnsupportedOperationException if this gateway does not write
   */
  public ProduceEngine(
      ProducerSettings settings,
      BrokerGateway gateway,
      Clock clock,
      DutyRunner runner,
      @Nullable PartitionRule rule,
      BatchEnds reports,
      Executor callbacks,
      Executor compression) {
    super(settings.commandLimit(), gateway, clock, runner);
    this.settings = settings;
    BufferMemory memory = new BufferMemory(settings.bufferBytes(), room::freed);
    sending = new Sending(settings, gateway, clock, memory, rule, compression, new Posting());
    producing = new Producing(sending, room, gateway, clock, reports, callbacks);
    sending.tryCodec();
  }

  @Override
  Producing machines() {
    return producing;
  }

  /**
   * Takes a message, if there is memory for it; never waits.
   *
   * @param receipt who is told of it, or null
   * @throws EngineException if it can never be taken, be it this message or any
   */
  public SendOutcome trySend(String topic, SendRecord record, @Nullable Object receipt) {
    requireSendable(record);
    SendOutcome outcome = sending.topic(topic).add(record, receipt, !room.isAwaited());
    return outcome == SendOutcome.TAKEN ? outcome : sending.rarely().take(this::noRoom);
  }

  /**
   * Takes a message; waits for memory, if it needs any, as long as {@code max.block.ms} allows,
   * after those who wait already.
   *
   * @param receipt who is told of it, or null
   * @throws EngineException if it can never be taken, or the thread was interrupted
   * @throws IllegalStateException if the duty thread would have to wait
   */
  public SendOutcome send(String topic, SendRecord record, @Nullable Object receipt) {
    SendOutcome outcome = trySend(topic, record, receipt);
    return outcome == SendOutcome.TAKEN
        ? outcome
        : sending.rarely().take(() -> sendWhenThereIsRoom(topic, record, receipt));
  }

  private SendOutcome sendWhenThereIsRoom(
      String topic, SendRecord record, @Nullable Object receipt) {
    requireMayBlock("send finds no room, so it");
    SendTopic to = sending.topic(topic);
    try {
      return room.await(
          () -> attempt(to, record, receipt), this, nowNanos() + settings.maxBlockNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          ErrorCode.LOCAL_TIMED_OUT, "interrupted while waiting for buffer.memory", e);
    }
  }

  private SendOutcome attempt(SendTopic topic, SendRecord record, @Nullable Object receipt) {
    sending.requireOpen();
    return topic.add(record, receipt, true) == SendOutcome.TAKEN ? SendOutcome.TAKEN : noRoom();
  }

  /**
   * What is open may be all that holds memory: it must not wait for more messages then (B184).
   * Asked again, there is nothing to do unless more was opened.
   */
  private void wantRoom() {
    if (openedUnasked.compareAndSet(true, false)) {
      post(producing::roomWanted);
    }
  }

  private SendOutcome noRoom() {
    wantRoom();
    return SendOutcome.NO_ROOM;
  }

  private void requireSendable(SendRecord record) {
    sending.requireOpen();
    long size = RecordSize.worstCase(record);
    if (size > settings.maxRequestBytes() || size > settings.bufferBytes()) {
      boolean request = size > settings.maxRequestBytes();
      throw new EngineException(
          ErrorCode.MESSAGE_TOO_LARGE,
          "a message of up to "
              + size
              + " bytes is over "
              + (request ? "max.request.size" : "buffer.memory")
              + ", which is "
              + (request ? settings.maxRequestBytes() : settings.bufferBytes()));
    }
  }

  /** How many partitions a topic has: asked for, unless it is known; without a time of its own. */
  public CompletableFuture<Integer> partitionCount(String topic) {
    CompletableFuture<Integer> reply = new CompletableFuture<>();
    try {
      SendTopic to = sending.topic(topic); // here: the duty thread hears of it before it is asked
      return asked(reply, now -> producing.count(to, reply));
    } catch (EngineException e) {
      reply.completeExceptionally(e);
      return reply;
    }
  }

  /** Sends all that was taken before, without lingering; completed when all of it has ended. */
  public CompletableFuture<Void> flush() {
    CompletableFuture<Void> reply = new CompletableFuture<>();
    return askedToTheEnd(reply, now -> producing.flush(reply, now));
  }

  /** Fails what is queued, what is in flight, or both; completed when that has been reported. */
  public CompletableFuture<Void> purge(boolean queued, boolean inFlight) {
    CompletableFuture<Void> reply = new CompletableFuture<>();
    return askedToTheEnd(reply, now -> purge(queued, inFlight, reply, now));
  }

  /** What was accepted just before the end, and left after it, is answered all the same. */
  private CompletableFuture<Void> askedToTheEnd(
      CompletableFuture<Void> reply, Inbox.Task question) {
    CompletableFuture<Void> answer = asked(reply, question);
    if (isOver()) {
      drain();
    }
    return answer;
  }

  /** Behind what is being told of messages that were handed over before and are in batches now. */
  private void purge(
      boolean queued, boolean inFlight, CompletableFuture<Void> reply, long nowNanos) {
    if (producing.isTold()) {
      producing.purge(queued, inFlight, nowNanos);
      reply.complete(null);
    } else {
      inbox().post(owing(reply, now -> purge(queued, inFlight, reply, now)));
    }
  }

  /** Bytes of {@code buffer.memory} that are taken. */
  public long bufferedBytes() {
    return sending.memory().usedBytes();
  }

  /** What all machines say now; one command, O(partitions) of reading. */
  public CompletableFuture<ProduceReadings> readings() {
    CompletableFuture<ProduceReadings> reply = new CompletableFuture<>();
    return asked(reply, now -> reply.complete(producing.survey().take(now)));
  }

  /**
   * Has the readings taken every {@code statistics.interval.ms}, unless that is 0, from now on
   * until the client ends.
   *
   * @param taker takes each of them, on the duty thread: must be quick and must not throw
   */
  public void readingsEvery(Consumer<ProduceReadings> taker) {
    long interval = settings.statisticsIntervalNanos();
    if (interval > 0) {
      post(now -> producing.survey().interval().every(interval, taker, now));
    }
  }

  @Override
  void endWork(long deadlineNanos) {
    sending.stop(new EngineException(ErrorCode.LOCAL_DESTROY, "the client was closed"));
    CompletableFuture<Void> flushed = new CompletableFuture<>();
    post(owing(flushed, now -> producing.flush(flushed, now)));
    if (!Replies.awaitQuietly(flushed, this, deadlineNanos)) {
      LOG.warn("closing before everything was sent: the time was over; the rest is failed");
      post(now -> purge(true, true, new CompletableFuture<>(), now));
    }
  }

  @Override
  void ended(long deadlineNanos) {
    inbox().post(producing::end);
    drain();
  }

  /** Leaves what senders tell for the duty thread. */
  private final class Posting implements SendFacts {

    @Override
    public void appeared(SendTopic topic) {
      leave(now -> producing.appeared(topic, now));
    }

    @Override
    public void arrived(SendTopic topic) {
      leave(now -> producing.arrived(topic, now));
    }

    @Override
    public void chosen(WaitingMessage message, int partition, @Nullable ProduceFailure failure) {
      leave(now -> producing.chosen(message, partition, failure));
    }

    @Override
    public void assigned(WaitingMessage message, @Nullable ProduceFailure failure) {
      leave(now -> producing.assigned(message, failure));
    }

    @Override
    public void opened(SendBatch batch) {
      leave(now -> producing.opened(batch, now));
      openedUnasked.set(true);
      if (room.isAwaitedByOther()) {
        wantRoom(); // he may have found no room for this one before it could be asked for
      }
    }

    @Override
    public void sealed(SendBatch batch) {
      leave(now -> producing.sealed(batch, now));
    }

    @Override
    public void brokenBy(SendBatch batch, Throwable failure) {
      leave(now -> producing.brokenBy(batch, failure));
    }

    @Override
    public void split(SendBatch whole, List<SendBatch> parts) {
      leave(now -> producing.split(whole, parts, now));
    }
  }
}
