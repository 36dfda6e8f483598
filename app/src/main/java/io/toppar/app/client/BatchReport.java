package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.domain.produce.RecordFault;
import java.util.List;

/**
 * What became of messages of one partition that travelled together. Immutable, any thread.
 *
 * @param topicPartition where they are, or were to be; {@link TopicPartition#UNASSIGNED} for a
 *     message that never had a partition
 * @param messageCount how many, at least 1
 * @param baseOffset offset of the first, the others follow; -1 where unknown
 * @param logAppendTimeMillis the time that the broker gave them, or -1 if they kept their own;
 *     after a retry perhaps the greatest of theirs, which brokers tell of what they have already
 * @param status whether they are in the log
 * @param error {@link ErrorCode#NONE} if they were delivered
 * @param detail one line: what, where and what to do; empty if they were delivered
 * @param culprits the messages that the broker has named (KIP-467), for which it refused them all;
 *     empty where it named none
 */
public record BatchReport(
    TopicPartition topicPartition,
    int messageCount,
    long baseOffset,
    long logAppendTimeMillis,
    MessageStatus status,
    ErrorCode error,
    String detail,
    List<RecordFault> culprits) {

  /** Whether they were delivered. */
  public boolean isDelivered() {
    return error == ErrorCode.NONE;
  }
}
