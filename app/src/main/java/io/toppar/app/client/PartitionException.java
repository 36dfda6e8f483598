package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopparError;
import org.jspecify.annotations.Nullable;

/**
 * An error of one partition: it says which, with which code, and at which offset.
 *
 * <p>The other partitions are read on. Immutable, any thread.
 */
public class PartitionException extends TopparException {

  private static final long serialVersionUID = 1L;

  private final transient TopicPartition topicPartition;
  private final long offset;

  /** An error of a partition; the category follows from the code. */
  public PartitionException(
      TopicPartition topicPartition, ErrorCode code, long offset, String detail) {
    this(topicPartition, code, offset, detail, null);
  }

  PartitionException(
      TopicPartition topicPartition,
      ErrorCode code,
      long offset,
      String detail,
      @Nullable Throwable cause) {
    super(
        ErrorCategories.of(code), code, topicPartition + ": " + detail + " (" + code + ")", cause);
    this.topicPartition = topicPartition;
    this.offset = offset;
  }

  /** The exception for an error of a machine. */
  public static PartitionException of(TopparError error) {
    return new PartitionException(
        error.topicPartition(), error.code(), error.offset(), error.detail());
  }

  /** The partition. */
  public final TopicPartition topicPartition() {
    return topicPartition;
  }

  /** The offset concerned, or {@link io.toppar.domain.Offsets#INVALID}. */
  public final long offset() {
    return offset;
  }
}
