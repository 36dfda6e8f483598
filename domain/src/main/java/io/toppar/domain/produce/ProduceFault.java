package io.toppar.domain.produce;

/**
 * What an error of a Produce request means for a batch: what is done about it, and whether the
 * broker may have appended the batch all the same. A row of {@link ProduceErrorTable}. Immutable.
 */
enum ProduceFault {
  /** The broker has the batch already (P20). */
  DUPLICATE(Course.DELIVERED, Trace.SURE),
  /** The partition is led elsewhere, or by nobody; a replica may have it, if all were awaited. */
  MOVED(Course.FOLLOW, Trace.IF_ALL_AWAITED),
  /** The same, and it costs a retry. */
  BROKEN(Course.RETRY_ELSEWHERE, Trace.IF_ALL_AWAITED),
  /** It is not known what became of it. */
  LOST(Course.RETRY_ELSEWHERE, Trace.POSSIBLE),
  /** It is in the leader's log, and replicas are late. */
  UNCONFIRMED(Course.RETRY, Trace.POSSIBLE),
  /** The broker would not take it just now. */
  NOT_NOW(Course.RETRY, Trace.NONE),
  /** Too many bytes for the topic. */
  TOO_LARGE(Course.SPLIT, Trace.NONE),
  /** The broker misses what was sent before (P20). */
  OUT_OF_ORDER(Course.OUT_OF_ORDER, Trace.NONE),
  /** The broker does not know the producer (P20). */
  FORGOTTEN(Course.FORGOTTEN, Trace.NONE),
  /** The broker knows a newer epoch than the producer's. */
  FENCED(Course.FENCED, Trace.NONE),
  /** It will never be taken. */
  REFUSED(Course.FAIL, Trace.NONE),
  /** Nobody can tell what has happened, and trying again would not tell either. */
  UNREADABLE(Course.FAIL, Trace.POSSIBLE);

  /** What is done about it. */
  enum Course {
    /** It has been delivered. */
    DELIVERED,
    /** Ask who leads the partition, and try there; that is no retry. */
    FOLLOW,
    /** Ask who leads the partition, and try again. */
    RETRY_ELSEWHERE,
    /** Try again. */
    RETRY,
    /** Make smaller batches of it, if it has several messages. */
    SPLIT,
    /** Find out what is missing. */
    OUT_OF_ORDER,
    /** Begin a new epoch, if the batch cannot be in the log. */
    FORGOTTEN,
    /** Take another id, if the batch cannot be in the log. */
    FENCED,
    /** Fail. */
    FAIL
  }

  /** Whether the batch has come into the log. */
  enum Trace {
    /** It has not. */
    NONE,
    /** It may have, if the answer was to come after all replicas; else it has not. */
    IF_ALL_AWAITED,
    /** It may have. */
    POSSIBLE,
    /** It has. */
    SURE
  }

  final Course course;
  private final Trace trace;

  ProduceFault(Course course, Trace trace) {
    this.course = course;
    this.trace = trace;
  }

  /** Whether the batch may be in the log, as far as this attempt tells. */
  boolean leavesDoubt(ProduceConfig config) {
    return switch (trace) {
      case NONE -> false;
      case IF_ALL_AWAITED -> config.wantsAllReplicas();
      case POSSIBLE, SURE -> true;
    };
  }
}
