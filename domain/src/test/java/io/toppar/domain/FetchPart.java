package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/** What a Fetch reply can say of one partition, by what was asked. */
enum FetchPart {
  /** Nothing: it is not named. */
  QUIET,
  RECORDS,
  RECORDS_TO_THE_END,
  NO_RECORDS,
  AT_THE_END,
  /** A batch in which nothing is left. */
  EMPTY_BATCH,
  /** A batch that ends where the position is. */
  OLD_BATCH,
  MOVED_TO_0(ErrorCode.NOT_LEADER_OR_FOLLOWER, 0),
  MOVED_TO_1(ErrorCode.NOT_LEADER_OR_FOLLOWER, 1),
  MOVED_TO_2(ErrorCode.NOT_LEADER_OR_FOLLOWER, 2),
  MOVED(ErrorCode.FENCED_LEADER_EPOCH),
  OUT_OF_RANGE(ErrorCode.OFFSET_OUT_OF_RANGE),
  /** As a follower says that knows of nothing so far ahead. */
  OUT_OF_RANGE_AHEAD(ErrorCode.OFFSET_OUT_OF_RANGE),
  DENIED(ErrorCode.TOPIC_AUTHORIZATION_FAILED),
  REFUSED(ErrorCode.INVALID_TOPIC_EXCEPTION),
  BUSY(ErrorCode.REQUEST_TIMED_OUT),
  UNNAMED(ErrorCode.UNKNOWN_SERVER_ERROR),
  UNEXPECTED(ErrorCode.CORRUPT_MESSAGE),
  DIVERGING,
  OVERSIZE,
  DAMAGED,
  RECORDS_THEN_DAMAGED,
  READ_0_INSTEAD(0),
  READ_1_INSTEAD(1),
  READ_2_INSTEAD(2);

  private static final long END = ExploredWorld.END;

  private final ErrorCode error;
  private final int hint;
  private final int replica;

  FetchPart() {
    this(ErrorCode.NONE, -1, -1);
  }

  FetchPart(int replica) {
    this(ErrorCode.NONE, -1, replica);
  }

  FetchPart(ErrorCode error) {
    this(error, -1, -1);
  }

  FetchPart(ErrorCode error, int hint) {
    this(error, hint, -1);
  }

  FetchPart(ErrorCode error, int hint, int replica) {
    this.error = error;
    this.hint = hint;
    this.replica = replica;
  }

  boolean possible(FetchPartition asked) {
    return switch (this) {
      case RECORDS, RECORDS_TO_THE_END, EMPTY_BATCH, RECORDS_THEN_DAMAGED, NO_RECORDS ->
          asked.fetchOffset() < END;
      case OLD_BATCH, DIVERGING -> asked.fetchOffset() > 0;
      default -> true;
    };
  }

  FetchedPartition of(FetchPartition asked) {
    long at = asked.fetchOffset();
    long next = Math.min(END, at + 2);
    int epoch = Math.max(0, asked.currentLeaderEpoch());
    return switch (this) {
      case RECORDS -> part(asked, END, ExploredBatch.of(at, next, epoch, 2), null);
      case RECORDS_TO_THE_END -> part(asked, next, ExploredBatch.of(at, next, epoch, 2), null);
      case AT_THE_END -> part(asked, at, null, null);
      case EMPTY_BATCH -> part(asked, END, ExploredBatch.of(at, at + 1, epoch, 0), null);
      case OLD_BATCH -> part(asked, END, ExploredBatch.of(at - 1, at, epoch, 1), null);
      case OVERSIZE -> part(asked, END, null, fault(BatchFault.Kind.OVERSIZE, at));
      case DAMAGED -> part(asked, END, null, fault(BatchFault.Kind.CHECKSUM, at));
      case RECORDS_THEN_DAMAGED ->
          part(
              asked,
              END,
              ExploredBatch.of(at, at + 1, epoch, 1),
              fault(BatchFault.Kind.CHECKSUM, at + 1));
      case OUT_OF_RANGE -> part(asked, END, null, null);
      default -> part(asked, error == ErrorCode.NONE ? END : -1, null, null);
    };
  }

  private static BatchFault fault(BatchFault.Kind kind, long at) {
    return new BatchFault(kind, at, at, 30, "damaged");
  }

  private FetchedPartition part(
      FetchPartition asked, long end, @Nullable ExploredBatch batch, @Nullable BatchFault fault) {
    boolean diverging = this == DIVERGING;
    return new FetchedPartition(
        asked.topicPartition(),
        error,
        end,
        end,
        -1,
        diverging ? 0 : -1,
        diverging ? asked.fetchOffset() - 1 : -1,
        hint,
        hint < 0 ? -1 : Math.min(2, asked.currentLeaderEpoch() + 1),
        replica,
        batch,
        fault);
  }
}
