package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import java.util.List;

/**
 * How messages end: each once, told, and counted by the flushes that wait for it (P24, P25).
 * Confined to the owner's thread.
 */
final class BatchEnds {

  private final FlushBarrier barrier = new FlushBarrier();
  private ErrorCode fatal = ErrorCode.NONE;
  private String fatalDetail = "";

  FlushBarrier barrier() {
    return barrier;
  }

  boolean isFatal() {
    return fatal != ErrorCode.NONE;
  }

  /** From now on nothing is sent. */
  void onFatal(ErrorCode code, String detail) {
    fatal = code;
    fatalDetail = detail;
  }

  /** A batch that is nowhere any more is in the log. */
  void delivered(MessageBatch batch, long baseOffset, long timeMillis, ProduceEffects effects) {
    batch.state = BatchState.OVER;
    effects.delivered(batch, baseOffset, timeMillis);
    barrier.leave(batch.span(), effects);
  }

  /** A batch that is nowhere any more has failed for good. */
  void failed(MessageBatch batch, ErrorCode code, String detail, ProduceEffects effects) {
    failed(batch, code, detail, List.of(), effects);
  }

  /** A batch that has come back with an error fails for good. */
  void failed(BatchTrouble trouble, ProduceEffects effects) {
    failed(trouble.batch(), trouble.error(), trouble.detail(), trouble.culprits(), effects);
  }

  private void failed(
      MessageBatch batch,
      ErrorCode code,
      String detail,
      List<RecordFault> culprits,
      ProduceEffects effects) {
    batch.queue().chain.onFailed(batch);
    batch.state = BatchState.OVER;
    String line = line(batch.queue().topicPartition.toString(), code, detail);
    effects.failed(batch, new ProduceFailure(code, batch.status(), line, culprits));
    barrier.leave(batch.span(), effects);
  }

  /**
   * A batch comes that nothing can be done about: its topic refuses it, or everything has ended.
   */
  void refused(MessageBatch batch, ErrorCode refusal, ProduceEffects effects) {
    if (isFatal()) {
      failed(batch, ErrorCode.LOCAL_FATAL, line("", fatal, fatalDetail), effects);
    } else {
      failed(batch, refusal, "", effects);
    }
  }

  /** The same for a message without partition. */
  void refused(
      ProduceTopic topic, UnassignedMessage message, ErrorCode refusal, ProduceEffects effects) {
    if (isFatal()) {
      failed(topic, message, ErrorCode.LOCAL_FATAL, line("", fatal, fatalDetail), effects);
    } else {
      failed(topic, message, refusal, "", effects);
    }
  }

  /** A message that never had a partition, and waits nowhere any more, has failed for good. */
  void failed(
      ProduceTopic topic,
      UnassignedMessage message,
      ErrorCode code,
      String detail,
      ProduceEffects effects) {
    String where =
        message.partition() < 0 ? topic.name() : topic.name() + "[" + message.partition() + "]";
    effects.unassignedFailed(
        message, ProduceFailure.of(code, MessageStatus.NOT_PERSISTED, line(where, code, detail)));
    barrier.leave(message.span(), effects);
  }

  private static String line(String where, ErrorCode code, String detail) {
    StringBuilder line = new StringBuilder(where);
    if (!where.isEmpty()) {
      line.append(": ");
    }
    line.append(code.describe());
    if (!detail.isEmpty()) {
      line.append("; ").append(detail);
    }
    return line.toString();
  }
}
