package io.toppar.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is known of one wanted topic: who leads its partitions, and which word on that is the newer.
 *
 * <p>Owned by {@link MetadataCache}, single-threaded.
 */
final class CachedTopic {

  private static final int[] NO_PARTITIONS = {};
  private static final int UNKNOWN = -1;

  private final String name;
  private final RetryPace pace = new RetryPace();
  private TopicId id = TopicId.ZERO;
  private List<TopicId> replaced = List.of();
  private ErrorCode error = ErrorCode.NONE;
  private ErrorCode reported = ErrorCode.NONE;
  private long missingSinceNanos = Deadlines.NONE;
  private TopicState told = TopicState.UNKNOWN;
  private int count = UNKNOWN;
  private int wantedCount;
  private int[] leaderIds = NO_PARTITIONS;
  private int[] leaderEpochs = NO_PARTITIONS;

  /** Newest epoch ever seen of each partition; what is older is stale, whoever leads now (M7). */
  private int[] newestEpochs = NO_PARTITIONS;

  CachedTopic(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  RetryPace pace() {
    return pace;
  }

  TopicId id() {
    return id;
  }

  ErrorCode error() {
    return error;
  }

  int count() {
    return count;
  }

  int leaderId(int partition) {
    return isKnown(partition) ? leaderIds[partition] : UNKNOWN;
  }

  int leaderEpoch(int partition) {
    return isKnown(partition) ? leaderEpochs[partition] : UNKNOWN;
  }

  boolean everyPartitionIsLed() {
    for (int partition = 0; partition < count; partition++) {
      if (leaderIds[partition] < 0) {
        return false;
      }
    }
    return true;
  }

  /** The last answer was good. */
  void fine() {
    error = ErrorCode.NONE;
    reported = ErrorCode.NONE;
    missingSinceNanos = Deadlines.NONE;
  }

  /**
   * The last answer was this error.
   *
   * @return whether the topic has by now been missing for the grace time
   */
  boolean failing(ErrorCode code, long nowNanos, long graceNanos) {
    error = code;
    if (code != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION && code != ErrorCode.UNKNOWN_TOPIC_ID) {
      missingSinceNanos = Deadlines.NONE;
      return false;
    }
    if (missingSinceNanos == Deadlines.NONE) {
      boolean neverSeen = count == UNKNOWN && pace.firstAskedNanos() != Deadlines.NONE;
      missingSinceNanos = neverSeen ? pace.firstAskedNanos() : nowNanos;
    }
    return nowNanos - missingSinceNanos >= graceNanos;
  }

  /** Notes that this error is told; false if it has been before, with no good answer since. */
  boolean firstReport(ErrorCode code) {
    boolean first = reported != code;
    reported = code;
    return first;
  }

  /** What the answers so far make of the topic (M12). */
  TopicState state() {
    if (reported == ErrorCode.TOPIC_AUTHORIZATION_FAILED) {
      return TopicState.ERROR;
    }
    boolean missing =
        reported == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            || reported == ErrorCode.UNKNOWN_TOPIC_ID
            || reported == ErrorCode.INVALID_TOPIC_EXCEPTION;
    if (missing || count == 0) {
      return TopicState.NOT_EXISTS;
    }
    return count > 0 ? TopicState.EXISTS : TopicState.UNKNOWN;
  }

  /** Notes that the state is told; false if it has been. */
  boolean firstTold(TopicState state) {
    boolean first = told != state;
    told = state;
    return first;
  }

  /** Somebody waits for this many partitions (M15); true if one that waits is not there. */
  boolean wantPartitions(int newWantedCount) {
    boolean more = newWantedCount >= wantedCount;
    wantedCount = newWantedCount;
    return more && lacksPartitions();
  }

  /** Whether fewer partitions are known than somebody waits for. */
  boolean lacksPartitions() {
    return count >= 0 && count < wantedCount;
  }

  /** Whether the next answer may well name a leader of this partition. */
  boolean mayLead(int partition) {
    boolean awaited = lacksPartitions() && partition >= count && partition < wantedCount;
    TopicState state = state();
    return !awaited && state != TopicState.NOT_EXISTS && state != TopicState.ERROR;
  }

  /** Whether this is the id of a topic deleted since: ids are never used again (M16). */
  boolean isReplaced(TopicId told) {
    return replaced.contains(told);
  }

  /** Takes the id of an answer, if it has one; true if that is news (M16). */
  boolean identify(TopicId told) {
    boolean news = !told.isZero() && !told.equals(id);
    if (news) {
      if (!id.isZero()) {
        replaced = new ArrayList<>(replaced);
        replaced.add(id);
      }
      id = told;
    }
    return news;
  }

  /** Forgets every leader and epoch: nothing known of the old topic holds for the new one. */
  void startOver(int newCount) {
    count = newCount;
    leaderIds = unknowns(newCount);
    leaderEpochs = unknowns(newCount);
    newestEpochs = unknowns(newCount);
  }

  /** Makes room for more partitions; a smaller number is not believed (M13, M14). */
  void grow(int newCount) {
    if (newCount > Math.max(count, 0)) {
      leaderIds = grown(leaderIds, newCount);
      leaderEpochs = grown(leaderEpochs, newCount);
      newestEpochs = grown(newestEpochs, newCount);
      count = newCount;
    }
  }

  /**
   * Takes the word of an answer or a hint on a leader, unless it is stale. An epoch that is not
   * told is unknown for a new leader, and unchanged for the old one; it lowers nothing (M7, B052).
   *
   * @return whether leader or epoch are now others
   */
  boolean moveLeader(int partition, int leaderId, int leaderEpoch) {
    if (!isKnown(partition) || (leaderEpoch >= 0 && leaderEpoch < newestEpochs[partition])) {
      return false;
    }
    boolean sameLeader = leaderId == leaderIds[partition];
    int epoch = leaderEpoch;
    if (leaderEpoch >= 0) {
      newestEpochs[partition] = leaderEpoch;
    } else {
      epoch = sameLeader ? leaderEpochs[partition] : UNKNOWN;
    }
    if (sameLeader && epoch == leaderEpochs[partition]) {
      return false;
    }
    leaderIds[partition] = leaderId;
    leaderEpochs[partition] = epoch;
    return true;
  }

  private boolean isKnown(int partition) {
    return partition >= 0 && partition < count;
  }

  private static int[] grown(int[] values, int newCount) {
    int[] grown = Arrays.copyOf(values, newCount);
    Arrays.fill(grown, values.length, newCount, UNKNOWN);
    return grown;
  }

  private static int[] unknowns(int count) {
    return grown(NO_PARTITIONS, count);
  }
}
