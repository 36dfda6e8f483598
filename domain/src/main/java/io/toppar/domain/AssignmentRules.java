package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/** What a list must be to be assigned (L13). Stateless part of {@link TopicPartitionList}. */
final class AssignmentRules {

  private AssignmentRules() {}

  static @Nullable AssignmentRefusal refusal(
      TopicPartitionList list, @Nullable TopicPartitionList assigned) {
    for (TopicPartitionEntry element : list) {
      AssignmentRefusal.Reason reason = reason(element, list, assigned);
      if (reason != null) {
        return new AssignmentRefusal(
            reason, element.topic(), element.partition(), element.offset());
      }
    }
    return null;
  }

  private static AssignmentRefusal.@Nullable Reason reason(
      TopicPartitionEntry element, TopicPartitionList list, @Nullable TopicPartitionList assigned) {
    if (element.topic().isEmpty()) {
      return AssignmentRefusal.Reason.NO_TOPIC;
    }
    if (TopicNames.fault(element.topic()) != null) {
      return AssignmentRefusal.Reason.NOT_A_TOPIC;
    }
    if (element.partition() < 0) {
      return AssignmentRefusal.Reason.NO_PARTITION;
    }
    if (list.find(element.topic(), element.partition()) != element) {
      return AssignmentRefusal.Reason.DUPLICATE;
    }
    if (assigned != null && assigned.find(element.topic(), element.partition()) != null) {
      return AssignmentRefusal.Reason.ALREADY_ASSIGNED;
    }
    return Offsets.isStart(element.offset()) ? null : AssignmentRefusal.Reason.NOT_A_START;
  }

  /** A sorted copy, in which having no offset has become the stored one. */
  static TopicPartitionList prepared(TopicPartitionList list) {
    TopicPartitionList prepared = list.copy();
    prepared.sort();
    for (TopicPartitionEntry element : prepared) {
      if (element.offset() == Offsets.INVALID) {
        element.offset(Offsets.STORED);
      }
    }
    return prepared;
  }
}
