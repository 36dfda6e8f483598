package io.toppar.domain;

/**
 * Why a list cannot be assigned: the first element that is wrong, and what is wrong with it (L13).
 * Immutable, any thread.
 *
 * @param reason what is wrong
 * @param topic name of the element
 * @param partition partition number of the element
 * @param offset offset of the element
 */
public record AssignmentRefusal(Reason reason, String topic, int partition, long offset) {

  /** What is wrong with an element. */
  public enum Reason {
    /** It has no topic name. */
    NO_TOPIC,
    /** Its topic name can be no topic's (M19). */
    NOT_A_TOPIC,
    /** Its partition number is below 0. */
    NO_PARTITION,
    /** It names a partition that an earlier element names (B005). */
    DUPLICATE,
    /** Its partition is assigned already. */
    ALREADY_ASSIGNED,
    /** Reading cannot start at its offset. */
    NOT_A_START
  }

  /** {@link ErrorCode#LOCAL_CONFLICT} if assigned already, else invalid argument. */
  public ErrorCode code() {
    return reason == Reason.ALREADY_ASSIGNED
        ? ErrorCode.LOCAL_CONFLICT
        : ErrorCode.LOCAL_INVALID_ARG;
  }

  /** One line: which element, what is wrong, what to do. */
  public String message() {
    String where = topic + "[" + partition + "]";
    return switch (reason) {
      case NO_TOPIC -> where + " has no topic name: give it one";
      case NOT_A_TOPIC -> "[" + partition + "] has " + TopicNames.fault(topic);
      case NO_PARTITION -> where + " is not a partition: its number must be 0 or greater";
      case DUPLICATE -> where + " is given twice: give each partition once";
      case ALREADY_ASSIGNED -> where + " is assigned already: unassign it first, or leave it out";
      case NOT_A_START ->
          where
              + " cannot start at "
              + Offsets.text(offset)
              + ": give an offset of 0 or greater, BEGINNING, END, STORED or TAIL(n)";
    };
  }
}
