package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import java.util.List;

/**
 * Why messages were not delivered. Immutable, any thread.
 *
 * @param code Kafka's or librdkafka's code
 * @param status whether they may be in the log all the same
 * @param detail one line: what, where and what to do
 * @param culprits the records that the broker has named (KIP-467): those alone have {@code code},
 *     the others of the batch LOCAL_INVALID_DIFFERENT_RECORD; empty if all have it
 */
public record ProduceFailure(
    ErrorCode code, MessageStatus status, String detail, List<RecordFault> culprits) {

  /** A failure of all messages alike. */
  public static ProduceFailure of(ErrorCode code, MessageStatus status, String detail) {
    return new ProduceFailure(code, status, detail, List.of());
  }
}
