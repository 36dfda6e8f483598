package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a request means for each of its batches: delivered, failed, or back to its place
 * (P11-P14). Confined to the owner's thread.
 */
final class ProduceReplies {

  private final ProduceConfig config;
  private final ProduceLanes lanes;
  private final BatchEnds ends;
  private final BatchRetries retries;
  private final SequenceReplies sequences;

  ProduceReplies(ProduceConfig config, ProduceLanes lanes, BatchEnds ends, BatchRetries retries) {
    this.config = config;
    this.lanes = lanes;
    this.ends = ends;
    this.retries = retries;
    this.sequences = new SequenceReplies(ends, retries);
  }

  /**
   * A request was answered.
   *
   * @return whether what was answered can be; if not, order cannot be kept any more
   */
  boolean answered(
      ProduceRequest request,
      List<ProducedPartition> answers,
      long nowNanos,
      ProduceEffects effects) {
    boolean consistent = true;
    List<ProduceRequest.Part> parts = request.parts();
    lane(request).land();
    for (int i = 0; i < parts.size(); i++) {
      MessageBatch batch = parts.get(i).batch();
      if (land(batch)) {
        ProducedPartition answer = answer(answers, i, parts.get(i).topicPartition());
        consistent &= answered(batch, request, answer, nowNanos, effects);
      }
    }
    return consistent;
  }

  /** A request has failed as a whole. */
  void failed(
      ProduceRequest request,
      ErrorCode error,
      boolean maybePersisted,
      String detail,
      long nowNanos,
      ProduceEffects effects) {
    ProduceFault fault = ProduceErrorTable.fault(error, config.idempotent());
    List<ProduceRequest.Part> parts = request.parts();
    lane(request).land();
    for (int i = 0; i < parts.size(); i++) {
      MessageBatch batch = parts.get(i).batch();
      if (land(batch)) {
        batch.maybePersisted |= maybePersisted;
        BatchTrouble trouble = new BatchTrouble(batch, error, words(request, detail), List.of());
        if (fault == ProduceFault.LOST && !maybePersisted) {
          // What was never sent has used up no attempt.
          effects.refreshMetadata(trouble.queue().topicPartition, RefreshReason.BROKER_DOWN);
          retries.again(trouble, false, nowNanos, effects);
        } else {
          judge(trouble, fault, RefreshReason.BROKER_DOWN, nowNanos, effects);
        }
      }
    }
  }

  private boolean answered(
      MessageBatch batch,
      ProduceRequest request,
      @Nullable ProducedPartition answer,
      long nowNanos,
      ProduceEffects effects) {
    if (answer == null) {
      batch.maybePersisted = true;
      String words = words(request, "the answer says nothing of the partition");
      ends.failed(batch, ErrorCode.LOCAL_BAD_MSG, words, effects);
      return true;
    }
    ProduceFault fault =
        answer.error() == ErrorCode.NONE
            ? ProduceFault.DUPLICATE
            : ProduceErrorTable.fault(answer.error(), config.idempotent());
    if (fault.course == ProduceFault.Course.DELIVERED) {
      ends.delivered(batch, offset(answer), answer.logAppendTimeMillis(), effects);
      return !batch.isNumbered() || batch.queue().chain.accept(batch, batch.queue().queued());
    }
    batch.maybePersisted |= fault.leavesDoubt(config);
    String words = words(request, answer.message() == null ? "" : answer.message());
    BatchTrouble trouble = new BatchTrouble(batch, answer.error(), words, answer.faults());
    if (fault.course == ProduceFault.Course.FOLLOW
        && answer.leaderHintId() >= 0
        && batch.failures == 0) {
      // The back-off ends when the hint has moved the partition; one that has not is not followed.
      effects.leaderHint(
          trouble.queue().topicPartition, answer.leaderHintId(), answer.leaderHintEpoch());
      retries.again(trouble, false, nowNanos, effects);
    } else {
      judge(trouble, fault, RefreshReason.LEADER_ERROR, nowNanos, effects);
    }
    return true;
  }

  private void judge(
      BatchTrouble trouble,
      ProduceFault fault,
      RefreshReason why,
      long nowNanos,
      ProduceEffects effects) {
    switch (fault.course) {
      case FOLLOW -> {
        effects.refreshMetadata(trouble.queue().topicPartition, why);
        retries.again(trouble, false, nowNanos, effects);
      }
      case RETRY_ELSEWHERE -> {
        effects.refreshMetadata(trouble.queue().topicPartition, why);
        retries.again(trouble, true, nowNanos, effects);
      }
      case RETRY -> retries.again(trouble, true, nowNanos, effects);
      case SPLIT -> retries.split(trouble, effects);
      case OUT_OF_ORDER -> sequences.outOfOrder(trouble, nowNanos, effects);
      case FORGOTTEN -> sequences.forgotten(trouble, nowNanos, effects);
      case FENCED -> sequences.fenced(trouble, nowNanos, effects);
      case FAIL, DELIVERED -> ends.failed(trouble, effects);
    }
  }

  /** Takes a batch out of the request that has ended; false if it was purged meanwhile. */
  private boolean land(MessageBatch batch) {
    if (batch.state != BatchState.IN_FLIGHT) {
      return false;
    }
    batch.queue().land(batch);
    lanes.touch(batch.queue());
    return true;
  }

  private static ProduceLane lane(ProduceRequest request) {
    ProduceLane lane = request.parts().get(0).batch().lane;
    if (lane == null) {
      throw new IllegalStateException(request + " was never sent");
    }
    return lane;
  }

  /** The answer is for the parts in their order; one that is not is looked for. */
  private static @Nullable ProducedPartition answer(
      List<ProducedPartition> answers, int index, TopicPartition partition) {
    if (index < answers.size() && answers.get(index).topicPartition().equals(partition)) {
      return answers.get(index);
    }
    for (ProducedPartition each : answers) {
      if (each.topicPartition().equals(partition)) {
        return each;
      }
    }
    return null;
  }

  private long offset(ProducedPartition answer) {
    return config.acks() == 0 ? -1 : answer.baseOffset();
  }

  private static String words(ProduceRequest request, String words) {
    return "broker " + request.brokerId() + (words.isEmpty() ? "" : ": " + words);
  }
}
