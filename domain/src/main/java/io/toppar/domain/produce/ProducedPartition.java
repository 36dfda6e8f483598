package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one Produce reply says of one partition. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param error its error, {@link ErrorCode#NONE} if the batch was appended
 * @param baseOffset offset of the first record, or -1 where the broker does not tell (an error,
 *     {@code acks=0}, a duplicate of long ago)
 * @param logAppendTimeMillis the time that all records were given by the broker, or -1 if they kept
 *     their own; of a batch that was in the log already brokers tell the greatest timestamp of its
 *     records, whoever gave it
 * @param logStartOffset the log start, or -1
 * @param faults the records for which the batch was refused (KIP-467); empty where not told
 * @param message the broker's words on the error, or null
 * @param leaderHintId the new leader, told with NOT_LEADER (KIP-951), else -1
 * @param leaderHintEpoch its epoch, else -1
 */
public record ProducedPartition(
    TopicPartition topicPartition,
    ErrorCode error,
    long baseOffset,
    long logAppendTimeMillis,
    long logStartOffset,
    List<RecordFault> faults,
    @Nullable String message,
    int leaderHintId,
    int leaderHintEpoch) {

  /** The same for an error of which the broker says nothing more. */
  public static ProducedPartition failed(TopicPartition topicPartition, ErrorCode error) {
    return new ProducedPartition(topicPartition, error, -1, -1, -1, List.of(), null, -1, -1);
  }
}
