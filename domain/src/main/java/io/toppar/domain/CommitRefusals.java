package io.toppar.domain;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What an error of a group's coordinator means, and what to do about it, in one line. Stateless.
 */
final class CommitRefusals {

  private CommitRefusals() {}

  /** Why its time is over. */
  static String late(String group, CommitStep step, CoordinatorLookup lookup) {
    String text = attempt(group, step) + " in time: ";
    if (lookup.trouble() != ErrorCode.NONE) {
      return text + lookup.detail();
    }
    if (step.trouble != ErrorCode.NONE) {
      return text + step.trouble.describe();
    }
    return lookup.brokerId() == CoordinatorLookup.NOBODY
        ? text + "no broker has said yet which one coordinates the group"
        : text + "its coordinator, broker " + lookup.brokerId() + ", has not answered yet";
  }

  /**
   * Why it is refused for good.
   *
   * @param detail what the client itself knows, or empty
   */
  static String refused(String group, CommitStep step, ErrorCode error, String detail) {
    boolean told = error.isLocal() && !detail.isEmpty();
    return attempt(group, step) + ": " + (told ? detail : reason(group, step, error));
  }

  private static String attempt(String group, CommitStep step) {
    TopicPartition partition = step.queue.topicPartition;
    return partition == null
        ? "the offsets of group '" + group + "' cannot be looked up"
        : "the offset of " + partition + failed(step.flight.context) + " in group '" + group + "'";
  }

  private static String failed(ErrorContext context) {
    return switch (context) {
      case OFFSET_COMMIT -> " is not committed";
      case OFFSET_DELETE -> " is not deleted";
      default -> " cannot be looked up";
    };
  }

  private static String reason(String group, CommitStep step, ErrorCode error) {
    return switch (error) {
      case UNKNOWN_MEMBER_ID,
          ILLEGAL_GENERATION,
          REBALANCE_IN_PROGRESS,
          FENCED_INSTANCE_ID,
          FENCED_MEMBER_EPOCH,
          STALE_MEMBER_EPOCH ->
          "the group has live members, and only they may commit its offsets; stop them, or give"
              + " this client a group.id of its own";
      case NON_EMPTY_GROUP ->
          "the group has live members that do not say which topics they read; stop them first";
      case GROUP_SUBSCRIBED_TO_TOPIC ->
          "live members of the group are subscribed to topic '"
              + topic(step)
              + "'; stop them, or have them unsubscribe, first";
      case GROUP_AUTHORIZATION_FAILED ->
          "this client may not use the group; allow it to "
              + (step.flight.context == ErrorContext.OFFSET_DELETE ? "DELETE" : "READ")
              + " group '"
              + group
              + "'";
      case TOPIC_AUTHORIZATION_FAILED ->
          "this client may not use the topic; allow it to READ topic '" + topic(step) + "'";
      case UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID ->
          "the coordinator knows no " + step.queue.topicPartition + "; has the topic been deleted?";
      case OFFSET_METADATA_TOO_LARGE ->
          "its metadata of "
              + metadataBytes(step.position)
              + " bytes is over the brokers' offset.metadata.max.bytes; shorten it";
      case INVALID_COMMIT_OFFSET_SIZE, MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE ->
          "it is larger than a record of the brokers' __consumer_offsets may be; shorten its"
              + " metadata of "
              + metadataBytes(step.position)
              + " bytes, or the name of the group";
      case INVALID_GROUP_ID -> "the brokers take no such group id; choose another";
      default -> error.describe();
    };
  }

  private static String topic(CommitStep step) {
    TopicPartition partition = step.queue.topicPartition;
    return partition == null ? "" : partition.topic();
  }

  private static int metadataBytes(@Nullable OffsetToCommit position) {
    return position == null ? 0 : position.metadata().getBytes(StandardCharsets.UTF_8).length;
  }
}
