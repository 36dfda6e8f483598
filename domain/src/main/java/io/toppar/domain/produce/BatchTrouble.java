package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import java.util.List;

/**
 * An error that a batch came back with, out of its request and back in no queue yet. Immutable.
 *
 * @param batch the batch
 * @param error its error
 * @param detail the words of whoever says so, or empty
 * @param culprits the records for which the batch was refused (KIP-467)
 */
record BatchTrouble(
    MessageBatch batch, ErrorCode error, String detail, List<RecordFault> culprits) {

  PartitionQueue queue() {
    return batch.queue();
  }

  /**
   * The same, as it is told when there are no more retries: what the client itself gave up waiting
   * for has timed out as a message, too.
   */
  BatchTrouble outOfRetries() {
    return error == ErrorCode.LOCAL_TIMED_OUT
        ? new BatchTrouble(batch, ErrorCode.LOCAL_MSG_TIMED_OUT, detail, culprits)
        : this;
  }
}
