package io.toppar.app.client;

import io.toppar.app.engine.EngineException;
import io.toppar.app.engine.Submission;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicNames;
import io.toppar.domain.TopicPartition;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** How refusals and failures become what users catch. Stateless. */
final class Errors {

  private Errors() {}

  static TopparException misuse(String message) {
    return new TopparException(
        ErrorCategory.CONFIGURATION, ErrorCode.LOCAL_INVALID_ARG, message, null);
  }

  static TopparException storesByRelease() {
    return misuse(
        "store is for enable.auto.offset.store=false; with true the release of a batch stores");
  }

  static TopparException closed() {
    return new TopparException(
        ErrorCategory.RECREATE,
        ErrorCode.LOCAL_DESTROY,
        "the client is closed; make a new one",
        null);
  }

  static void requireAccepted(Submission submission) {
    switch (submission) {
      case ACCEPTED -> {}
      case CLOSED -> throw closed();
      case BACK_PRESSURED ->
          throw new TopparException(
              ErrorCategory.RETRY,
              ErrorCode.LOCAL_IN_PROGRESS,
              "back-pressure: too many commands wait to be run; try again",
              null);
    }
  }

  static TopparException of(EngineException failure) {
    return new TopparException(
        ErrorCategories.of(failure.code()),
        failure.code(),
        String.valueOf(failure.getMessage()),
        failure);
  }

  /** A name that no topic can have is refused before anything is sent (M19). */
  static void requireTopic(String name) {
    String fault = TopicNames.fault(name);
    if (fault != null) {
      throw misuse(fault);
    }
  }

  /** So is the same partition twice (B005). */
  static List<TopicPartition> requireDistinct(Collection<TopicPartition> partitions) {
    Set<TopicPartition> seen = new LinkedHashSet<>();
    for (TopicPartition partition : partitions) {
      requireTopic(partition.topic());
      if (!seen.add(partition)) {
        throw misuse(partition + " is named twice; name each partition once");
      }
    }
    return List.copyOf(seen);
  }
}
