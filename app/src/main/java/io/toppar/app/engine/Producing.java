package io.toppar.app.engine;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.domain.produce.ProduceFailure;
import io.toppar.domain.produce.ProduceMachine;
import io.toppar.domain.produce.ProduceTopic;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machines of a client that writes, and what connects them. The duty thread only.
 *
 * <p>Should a machine throw, which is a fault of this program, its state is worth nothing: all that
 * was taken fails, nothing more is taken, and nobody is left waiting.
 */
final class Producing implements Machines {

  private static final Logger LOG = LoggerFactory.getLogger(Producing.class);

  private final Sending sending;
  private final TimingWheel wheel;
  private final BrokerCalls calls;
  private final Topics topics;
  private final PartitionCounts counts = new PartitionCounts();
  private final OwedReplies replies = new OwedReplies();
  private final ProduceNews news;
  private final ProduceMachine machine;
  private final ProduceEnds ends;
  private final ProduceRunner effects;
  private final ProduceSurvey survey;
  private final Map<Long, CompletableFuture<Void>> flushes = new LinkedHashMap<>();
  private long lastTicket;

  /** Whether an input was given that has not been planned after. */
  private boolean touched;

  /** When the machine is to be asked again without one. */
  private long deadline = Deadlines.NONE;

  /** Why everything fails that has not ended; null while it does not. */
  private @Nullable ProduceFailure broken;

  /** Something that a machine is told. */
  interface Input {
    void into(ProduceMachine machine, ProduceRunner effects);
  }

  /**
   * Machines that know nothing.
   *
   * @param callbacks where the application's own choice of a partition runs
   */
  Producing(
      Sending sending,
      Room room,
      BrokerGateway gateway,
      Clock clock,
      BatchEnds reports,
      Executor callbacks) {
    ProducerSettings settings = sending.settings();
    this.sending = sending;
    wheel = new TimingWheel(clock.nanoTime());
    calls = new BrokerCalls(gateway, wheel);
    machine = new ProduceMachine(settings.produce(), settings.random());
    MetadataCache cache = new MetadataCache(settings.metadata(), settings.random());
    news = new ProduceNews(cache, sending, wheel, this::feed, counts);
    topics =
        new Topics(
            cache,
            calls,
            wheel,
            settings.autoCreateTopics(),
            settings.produce().requestTimeoutNanos(),
            news);
    MessageStatus success =
        settings.produce().acks() == 0 ? MessageStatus.POSSIBLY_PERSISTED : MessageStatus.PERSISTED;
    ends = new ProduceEnds(sending.memory(), reports, success);
    effects = new ProduceRunner(sending, calls, topics, ends, callbacks, this);
    survey = new ProduceSurvey(sending, room, machine, news, cache, calls, clock, wheel);
  }

  /** What all of them say. */
  ProduceSurvey survey() {
    return survey;
  }

  /** The machine's deadline is looked at as it is: a linger has no millisecond to be rounded to. */
  @Override
  public int ring(long nowNanos) {
    int rung = wheel.advance(nowNanos);
    if (Deadlines.reached(deadline, nowNanos)) {
      deadline = Deadlines.NONE;
      touched = true;
      rung++;
    }
    return rung;
  }

  @Override
  public int turn(long nowNanos) {
    int sent = topics.turn(nowNanos);
    news.refreshViews();
    if (touched && broken == null) {
      touched = false;
      feed((produce, fx) -> produce.plan(nowNanos, fx));
      touched = false;
      deadline = machine.deadline();
    }
    return sent;
  }

  @Override
  public long nextDeadline() {
    return Deadlines.earlier(wheel.nextDeadline(), deadline);
  }

  @Override
  public void cluster(
      @Nullable List<String> topics,
      long deadlineNanos,
      CompletableFuture<ClusterMetadata> reply,
      long nowNanos) {
    replies.owe(reply);
    ProduceConfig pace = sending.settings().produce();
    new ClusterLookup(
            topics,
            deadlineNanos,
            reply,
            calls,
            wheel,
            pace.requestTimeoutNanos(),
            pace.retryBackoffNanos())
        .attempt(nowNanos);
  }

  @Override
  public void onBroker(BrokerCompletion completion, long nowNanos) {
    calls.complete(completion, nowNanos);
  }

  void appeared(SendTopic topic, long nowNanos) {
    feed((produce, fx) -> topic.machine = produce.topic(topic.name()));
    if (topic.machine != null) {
      news.appeared(topic);
      topics.want(topic.name(), nowNanos);
    }
  }

  /** Completes the reply once it is known how many partitions the topic has, or that it is none. */
  void count(SendTopic topic, CompletableFuture<Integer> reply) {
    if (broken != null) {
      reply.completeExceptionally(new EngineException(broken.code(), broken.detail()));
      return;
    }
    counts.await(topic.name(), reply);
    ProduceTopic known = machine(topic);
    counts.counted(topic.name(), known.partitionCount());
    counts.refused(topic.name(), known.refusal());
  }

  void arrived(SendTopic topic, long nowNanos) {
    WaitingMessage message = topic.nextArrival();
    while (message != null) {
      ends.arrived(message);
      WaitingMessage arrival = message;
      feed((produce, fx) -> produce.onUnassigned(machine(topic), arrival, nowNanos, fx));
      failIfBroken();
      message = topic.nextArrival();
    }
  }

  /** What was purged while the application chose goes nowhere. */
  void chosen(WaitingMessage message, int partition, @Nullable ProduceFailure failure) {
    if (!ends.chosen(message)) {
      return;
    }
    if (failure == null) {
      feed((produce, fx) -> effects.place(message, partition));
    } else {
      failed(message, failure);
    }
  }

  void assigned(WaitingMessage message, @Nullable ProduceFailure failure) {
    ends.told(message);
    if (failure == null) {
      message.topic.settled();
      ends.appended(message);
      feed((produce, fx) -> produce.onAssigned(machine(message.topic), message, fx));
    } else {
      failed(message, failure);
    }
  }

  private void failed(WaitingMessage message, ProduceFailure failure) {
    ends.failed(message, failure);
    feed((produce, fx) -> produce.onAssignFailed(machine(message.topic), message, fx));
  }

  void opened(SendBatch batch, long nowNanos) {
    ends.opened(batch);
    feed(
        (produce, fx) ->
            produce.onOpened(
                machine(batch.slot.topic),
                batch.slot.topicPartition.partition(),
                batch,
                nowNanos,
                fx));
    failIfBroken();
  }

  void sealed(SendBatch batch, long nowNanos) {
    if (batch.ended) {
      batch.releaseIfOver();
    } else {
      feed((produce, fx) -> produce.onSealed(batch, nowNanos, fx));
    }
  }

  void split(SendBatch whole, List<SendBatch> parts, long nowNanos) {
    whole.splitting = false;
    if (ends.split(whole, parts)) {
      feed((produce, fx) -> produce.onSplit(whole, parts, nowNanos, fx));
      failIfBroken();
    }
  }

  /** Completes the reply when all that was taken so far has ended. */
  void flush(CompletableFuture<Void> reply, long nowNanos) {
    long ticket = ++lastTicket;
    flushes.put(ticket, reply);
    feed((produce, fx) -> produce.flush(ticket, nowNanos, fx));
    failIfBroken();
  }

  /** Somebody waits for memory, or would: what is open is sent. */
  void roomWanted(long nowNanos) {
    long ticket = ++lastTicket;
    feed((produce, fx) -> produce.flush(ticket, nowNanos, fx));
  }

  /** Whether all that was appended by the duty thread has been told, so that a purge sees it. */
  boolean isTold() {
    return ends.areTold();
  }

  /** Fails what is queued, what is in flight, or both. */
  void purge(boolean queued, boolean inFlight, long nowNanos) {
    if (queued) {
      for (WaitingMessage message : ends.choosing()) {
        String line = message.topic.name() + ": " + ErrorCode.LOCAL_PURGE_QUEUE.describe();
        failed(
            message,
            ProduceFailure.of(ErrorCode.LOCAL_PURGE_QUEUE, MessageStatus.NOT_PERSISTED, line));
      }
    }
    feed((produce, fx) -> produce.purge(queued, inFlight, nowNanos, fx));
  }

  /** A flush has come to its end. */
  void flushed(long ticket) {
    CompletableFuture<Void> reply = flushes.remove(ticket);
    if (reply != null) {
      reply.complete(null);
    }
  }

  /** Nothing is sent any more: what has not ended fails, and so does what is still told. */
  void end(long nowNanos) {
    counts.end(
        new EngineException(
            ErrorCode.LOCAL_DESTROY, "the client was closed before this was known"));
    replies.end();
    purge(true, true, nowNanos);
    if (broken == null) {
      broken =
          ProduceFailure.of(
              ErrorCode.LOCAL_DESTROY,
              MessageStatus.NOT_PERSISTED,
              "the client was closed before this was sent");
    }
    failIfBroken();
  }

  /** Tells the machine something; it is asked what to send once the turn ends. */
  void feed(Input input) {
    touched = true;
    if (broken != null) {
      return;
    }
    try {
      input.into(machine, effects);
    } catch (Throwable e) { // an error, too: memory that runs out must not leave anybody waiting
      breakDown(e);
    }
  }

  /** A batch could not be completed, or not be split. */
  void brokenBy(SendBatch batch, Throwable cause) {
    breakDown(cause);
    batch.splitting = false;
    if (batch.isSealed()) {
      batch.releaseIfOver();
    } else {
      batch.discard();
    }
  }

  /** Fails everything, now and from now on. */
  private void breakDown(Throwable cause) {
    if (broken != null) {
      LOG.debug("the producer failed again", cause);
      return;
    }
    LOG.error("the producer failed; what was handed in is reported as failed", cause);
    String detail = "the producer failed by an error of its own: " + cause + "; make a new one";
    broken = ProduceFailure.of(ErrorCode.LOCAL_FAIL, MessageStatus.POSSIBLY_PERSISTED, detail);
    EngineException why = new EngineException(ErrorCode.LOCAL_FAIL, detail, cause);
    sending.stop(why);
    counts.end(why);
    failIfBroken();
  }

  private void failIfBroken() {
    if (broken != null) {
      ends.failAll(broken);
      List.copyOf(flushes.keySet()).forEach(this::flushed);
    }
  }

  private static ProduceTopic machine(SendTopic topic) {
    return Objects.requireNonNull(topic.machine, "a topic that did not appear");
  }
}
