package io.toppar.app.engine;

import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.domain.produce.ProduceFailure;
import org.jspecify.annotations.Nullable;

/**
 * What became of messages that travelled together, or of one that never had a partition. Immutable,
 * any thread, but for {@link #reported}.
 */
public final class BatchEnd {

  private final TopicPartition topicPartition;
  private final int messageCount;
  private final long baseOffset;
  private final long logAppendTimeMillis;
  private final MessageStatus status;
  private final @Nullable ProduceFailure failure;
  private final Receipts receipts;
  private final BufferMemory memory;
  private final int heldBytes;

  private BatchEnd(
      SendBatch batch,
      BufferMemory memory,
      long baseOffset,
      long logAppendTimeMillis,
      MessageStatus status,
      @Nullable ProduceFailure failure) {
    this.topicPartition = batch.slot.topicPartition;
    this.messageCount = batch.count();
    this.baseOffset = baseOffset;
    this.logAppendTimeMillis = logAppendTimeMillis;
    this.status = status;
    this.failure = failure;
    this.receipts = batch.receipts();
    this.memory = memory;
    this.heldBytes = batch.reportBytes();
  }

  private BatchEnd(WaitingMessage message, BufferMemory memory, ProduceFailure failure) {
    this.topicPartition = new TopicPartition(message.topic.name(), message.partition());
    this.messageCount = 1;
    this.baseOffset = -1;
    this.logAppendTimeMillis = -1;
    this.status = failure.status();
    this.failure = failure;
    this.receipts = Receipts.ofOne(message.receipt);
    this.memory = memory;
    this.heldBytes = message.charge();
  }

  static BatchEnd delivered(
      SendBatch batch,
      BufferMemory memory,
      long baseOffset,
      long logAppendTimeMillis,
      MessageStatus status) {
    return new BatchEnd(batch, memory, baseOffset, logAppendTimeMillis, status, null);
  }

  static BatchEnd failed(SendBatch batch, BufferMemory memory, ProduceFailure failure) {
    return new BatchEnd(batch, memory, -1, -1, failure.status(), failure);
  }

  static BatchEnd failed(WaitingMessage message, BufferMemory memory, ProduceFailure failure) {
    return new BatchEnd(message, memory, failure);
  }

  /** The partition; {@link TopicPartition#UNASSIGNED} for a message that never had one. */
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  /** How many messages, at least 1. */
  public int messageCount() {
    return messageCount;
  }

  /** Offset of the first, the others follow; -1 where unknown. */
  public long baseOffset() {
    return baseOffset;
  }

  /** The time that the broker gave them all, or -1 if they kept their own. */
  public long logAppendTimeMillis() {
    return logAppendTimeMillis;
  }

  /** Whether they are in the log. */
  public MessageStatus status() {
    return status;
  }

  /** Why they were not delivered; null if they were. */
  public @Nullable ProduceFailure failure() {
    return failure;
  }

  /** Whether anybody is told of single messages. */
  public boolean hasReceipts() {
    return !receipts.areNone();
  }

  /** What was given with the message at this place, or null. */
  public @Nullable Object receipt(int index) {
    return receipts.at(index);
  }

  /** The application has been told: what the report held is given back. Once, any thread. */
  public void reported() {
    memory.giveBack(heldBytes);
  }
}
