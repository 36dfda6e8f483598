package io.toppar.domain;

/**
 * What is known of a topic as a whole; which answers make it so is judged by {@link MetadataCache}
 * (M12).
 */
public enum TopicState {
  /** Not answered yet, or with errors that may pass. */
  UNKNOWN,
  /** It has partitions. Answers that it is missing change that only after the grace time. */
  EXISTS,
  /** It is missing for longer than the grace time, or its name is illegal. */
  NOT_EXISTS,
  /** It may not be read. */
  ERROR
}
