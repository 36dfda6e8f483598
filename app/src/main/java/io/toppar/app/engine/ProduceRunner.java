package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageBatch;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.domain.produce.ProduceEffects;
import io.toppar.domain.produce.ProduceFailure;
import io.toppar.domain.produce.ProduceRequest;
import io.toppar.domain.produce.ProduceTopic;
import io.toppar.domain.produce.UnassignedMessage;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Does what the produce machine wants done. The duty thread only, but for {@link #choose}, which
 * the callback executor calls where the application chooses partitions itself.
 */
final class ProduceRunner implements ProduceEffects {

  private final Sending sending;
  private final BrokerCalls calls;
  private final Topics topics;
  private final ProduceEnds ends;
  private final Executor callbacks;
  private final Producing producing;
  private final ProduceConfig config;
  private final int timeoutMillis;

  ProduceRunner(
      Sending sending,
      BrokerCalls calls,
      Topics topics,
      ProduceEnds ends,
      Executor callbacks,
      Producing producing) {
    this.sending = sending;
    this.calls = calls;
    this.topics = topics;
    this.ends = ends;
    this.callbacks = callbacks;
    this.producing = producing;
    this.config = sending.settings().produce();
    this.timeoutMillis = (int) TimeUnit.NANOSECONDS.toMillis(config.requestTimeoutNanos());
  }

  @Override
  public void seal(MessageBatch batch) {
    SendBatch wanted = (SendBatch) batch;
    wanted.slot.askSeal(wanted);
  }

  @Override
  public void produce(ProduceRequest request) {
    List<BrokerRequest.ProducePart> parts = new ArrayList<>(request.parts().size());
    for (ProduceRequest.Part part : request.parts()) {
      SendBatch batch = (SendBatch) part.batch();
      batch.openRequests++;
      parts.add(
          new BrokerRequest.ProducePart(
              part.topicPartition(),
              part.topicId(),
              batch.sealed(),
              part.producerId(),
              part.producerEpoch(),
              part.baseSequence()));
    }
    calls.submit(
        new BrokerRequest.Produce(
            request.brokerId(), config.acks(), timeoutMillis, parts, request.deadlineNanos()),
        (outcome, now) -> onProduced(request, outcome, now));
  }

  private void onProduced(ProduceRequest request, BrokerOutcome outcome, long nowNanos) {
    for (ProduceRequest.Part part : request.parts()) {
      ((SendBatch) part.batch()).openRequests--;
    }
    if (outcome instanceof BrokerOutcome.Produced produced) {
      producing.feed(
          (machine, fx) -> machine.onProduced(request, produced.partitions(), nowNanos, fx));
    } else {
      BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
      producing.feed(
          (machine, fx) ->
              machine.onProduceFailed(
                  request,
                  BrokerCalls.code(failed),
                  failed.maybePersisted(),
                  failed.detail(),
                  nowNanos,
                  fx));
    }
    for (ProduceRequest.Part part : request.parts()) {
      ((SendBatch) part.batch()).releaseIfOver();
    }
  }

  @Override
  public void split(MessageBatch batch) {
    SendBatch whole = (SendBatch) batch;
    whole.splitting = true;
    sending.splitFromDuty(whole);
  }

  @Override
  public void delivered(MessageBatch batch, long baseOffset, long logAppendTimeMillis) {
    ends.delivered((SendBatch) batch, baseOffset, logAppendTimeMillis);
  }

  @Override
  public void failed(MessageBatch batch, ProduceFailure failure) {
    ends.failed((SendBatch) batch, failure);
  }

  @Override
  public void assign(ProduceTopic topic, UnassignedMessage message, int partitionCount) {
    WaitingMessage waiting = (WaitingMessage) message;
    // One that names its partition takes the same way as one that does not, lest it overtake it.
    if (waiting.topic.isChosenByApplication()) {
      ends.choosing(waiting);
      callbacks.execute(() -> choose(waiting));
    } else {
      place(waiting, waiting.partition());
    }
  }

  /** Asks the application where a message goes that waited; the duty thread appends it there. */
  private void choose(WaitingMessage message) {
    try {
      int partition = message.topic.chosenByApplication(message);
      sending.facts().chosen(message, partition, null);
    } catch (EngineException e) {
      sending.facts().chosen(message, SendRecord.NOT_SET, failure(e));
    }
  }

  /**
   * Appends a message that waited. That it has is told after the batch that it may have opened.
   *
   * @param partition the one that it names or the application chose, or {@link SendRecord#NOT_SET}
   */
  void place(WaitingMessage message, int partition) {
    ProduceFailure failure = null;
    SendPartitions known = message.topic.partitions();
    if (known == null || partition >= known.count()) {
      failure =
          ProduceFailure.of(
              ErrorCode.LOCAL_UNKNOWN_PARTITION,
              MessageStatus.NOT_PERSISTED,
              "there is no partition "
                  + partition
                  + " of topic "
                  + message.topic.name()
                  + "; it has "
                  + (known == null ? 0 : known.count())
                  + ", numbered from 0");
    } else {
      try {
        message.topic.place(partition, message, known);
      } catch (EngineException e) {
        failure = failure(e);
      }
    }
    ends.appending(message);
    sending.facts().assigned(message, failure);
  }

  private static ProduceFailure failure(EngineException refusal) {
    return ProduceFailure.of(
        refusal.code(), MessageStatus.NOT_PERSISTED, String.valueOf(refusal.getMessage()));
  }

  @Override
  public void unassignedFailed(UnassignedMessage message, ProduceFailure failure) {
    ends.failed((WaitingMessage) message, failure);
  }

  @Override
  public void initProducerId(long deadlineNanos) {
    calls.submit(
        new BrokerRequest.InitProducerId(BrokerRequest.ANY_BROKER, -1, (short) -1, deadlineNanos),
        this::onProducerId);
  }

  private void onProducerId(BrokerOutcome outcome, long nowNanos) {
    if (outcome instanceof BrokerOutcome.ProducerId given) {
      producing.feed(
          (machine, fx) ->
              machine.onProducerId(given.producerId(), given.producerEpoch(), nowNanos, fx));
    } else {
      BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
      producing.feed(
          (machine, fx) ->
              machine.onProducerIdFailed(BrokerCalls.code(failed), failed.detail(), nowNanos, fx));
    }
  }

  @Override
  public void refreshMetadata(TopicPartition partition, RefreshReason reason) {
    topics.refreshFor(partition, reason, sending.nowNanos());
  }

  @Override
  public void leaderHint(TopicPartition partition, int leaderId, int leaderEpoch) {
    topics.hint(partition, leaderId, leaderEpoch);
  }

  @Override
  public void flushed(long ticket) {
    producing.flushed(ticket);
  }

  @Override
  public void fatal(ErrorCode code, String detail) {
    sending.stop(
        new EngineException(
            ErrorCode.LOCAL_FATAL,
            "the producer cannot go on, make a new one; " + code.name() + ": " + detail));
  }
}
