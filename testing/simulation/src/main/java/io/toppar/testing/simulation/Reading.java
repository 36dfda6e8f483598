package io.toppar.testing.simulation;

import static io.toppar.testing.simulation.Violation.require;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.domain.Offsets;
import io.toppar.domain.ResetPolicy;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.Arrays;

/**
 * What must come of one assigned partition, from its assignment to its end. Confined to its
 * simulation's thread.
 */
final class Reading {

  static final long UNKNOWN = -1;

  final PartitionModel log;
  final Assignment assignment;
  private final Cluster cluster;
  private final ResetPolicy.Kind policy;
  private final Runnable onMoved;
  private final HeldBatches held;

  /** It was moved to where only the client knew, or may have been. */
  private boolean vague;

  /** The offset behind what was handed over, or {@link #UNKNOWN} while a logical one is sought. */
  long expected;

  boolean paused;

  /** Reading has ended by an error. */
  boolean ended;

  /** The end told at the present position, or -1. */
  long toldEnd;

  /** How often the user, a reset or bad records have moved it. */
  int jumps;

  /** What was stored, or about to be, at the last jump. */
  private long storedBefore = UNKNOWN;

  /** The furthest that earlier starts of the partition may have stored. */
  private final long storedEarlier;

  /** Behind the last record processed since the last jump. */
  long processed = UNKNOWN;

  /** The user has moved it, and the client has not done a turn since; where it was before. */
  boolean underWay;

  long before = UNKNOWN;

  /** What the store had when it was last asked. */
  long loaded = UNKNOWN;

  /** The store refused for good to say what it has. */
  boolean unloadable;

  private long sought;
  private long startThen;
  private long endThen;
  private int cutsThen;

  /** Records could not be read, until they are: reading went back to where no epoch is known. */
  private boolean withoutEpoch;

  /** From here on every readable record must have been seen. */
  private long origin;

  /** The serial that was seen last at each offset since the last jump of the user. */
  private int[] seen = new int[64];

  /**
   * It begins where the assignment says.
   *
   * @param onMoved to be run whenever it may go back
   */
  Reading(
      PartitionModel log,
      Assignment assignment,
      Cluster cluster,
      ResetPolicy.Kind policy,
      long storedEarlier,
      Runnable onMoved,
      HeldBatches held) {
    this.storedEarlier = storedEarlier;
    this.onMoved = onMoved;
    this.held = held;
    this.log = log;
    this.assignment = assignment;
    this.cluster = cluster;
    this.policy = policy;
    jump(assignment.startOffset());
  }

  /** The user moves it. */
  void jump(long offset) {
    before = underWay ? before : expected;
    underWay = true;
    sought = offset;
    startThen = log.start();
    endThen = cluster.readableEnd(log);
    cutsThen = log.cuts();
    ended = false;
    withoutEpoch = false;
    expected = UNKNOWN;
    Arrays.fill(seen, 0);
    moved();
    if (offset >= 0) {
      arrive(offset);
    } else {
      vague = true;
    }
  }

  /** Whether it may have been where the application never heard of. */
  boolean isVague() {
    return vague || log.cuts() > 0 || log.wasDeleted() || log.start() > 0;
  }

  /** It moves, and so much may have been stored before. */
  void mayBeStored(long offset) {
    storedBefore = Math.max(storedBefore, offset);
  }

  /** What may be stored of the time before the last jump. */
  long storedBefore() {
    return storedBefore;
  }

  /**
   * Whether a reset of which the application has not heard yet may have stored this: where a log
   * was cut, what an earlier start had stored gives way to what lies further back.
   */
  boolean mayFallBackTo(long stored) {
    return log.cuts() > 0 && stored < storedEarlier;
  }

  private void moved() {
    toldEnd = UNKNOWN;
    processed = UNKNOWN;
    jumps++;
    onMoved.run();
  }

  private void arrive(long offset) {
    expected = offset;
    origin = offset;
    held.comesAgain(this, offset);
  }

  /** Whether it begins here, as far as anybody can tell before its position shows itself. */
  boolean mayBegin(long offset) {
    return expected == UNKNOWN && (mayBeAnywhere() || (offset >= lowest() && offset <= highest()));
  }

  /** The furthest that it may begin at. */
  long mostBegin() {
    return mayBeAnywhere() ? log.furthestEnd() : highest();
  }

  /** A position shows itself. */
  void adopt(long offset) {
    if (expected == UNKNOWN) {
      require(
          mayBegin(offset),
          Kind.RESOLVED,
          text(offset) + ", which was never anything but " + lowest() + ".." + highest());
      arrive(offset);
    }
  }

  /**
   * What comes shows how far the position is at most: there may be nothing at the first offsets.
   */
  private void adoptBefore(long offset) {
    adopt(mayBeAnywhere() ? offset : Math.min(offset, highest()));
  }

  /** Whether what was sought says nothing of where it may be found. */
  private boolean mayBeAnywhere() {
    if (log.cuts() > cutsThen || log.wasDeleted()) {
      return true;
    }
    if (sought != Offsets.STORED) {
      return false;
    }
    return loaded == UNKNOWN
        ? policy == ResetPolicy.Kind.ERROR
        : log.cuts() > 0 || loaded < log.start();
  }

  /** The least that what was sought may have been since. */
  private long lowest() {
    if (sought == Offsets.STORED && loaded != UNKNOWN) {
      return loaded;
    }
    if (leadsToTheBeginning() || leadsWithin()) {
      return startThen;
    }
    return Offsets.isTail(sought)
        ? Math.max(startThen, endThen - Offsets.tailCount(sought))
        : endThen;
  }

  /** The most that what was sought may have been since. */
  private long highest() {
    long endNow = cluster.readableEnd(log);
    if (sought == Offsets.STORED && loaded != UNKNOWN) {
      return loaded;
    }
    if (leadsToTheBeginning()) {
      return log.start();
    }
    return Offsets.isTail(sought)
        ? Math.max(log.start(), endNow - Offsets.tailCount(sought))
        : endNow;
  }

  private boolean leadsWithin() {
    return sought == Offsets.STORED && policy == ResetPolicy.Kind.BY_DURATION;
  }

  private boolean leadsToTheBeginning() {
    return sought == Offsets.BEGINNING
        || (sought == Offsets.STORED && policy == ResetPolicy.Kind.EARLIEST);
  }

  private String text(long offset) {
    return log.name + ": " + Offsets.text(sought) + " was resolved to " + offset;
  }

  /**
   * Exactly what must be seen between the position and the next one has come.
   *
   * @param offsets of the records, the first {@code count}
   * @param serials what was in them
   */
  void deliver(long[] offsets, int[] serials, int count, long first, long next) {
    requireReading("records");
    adoptBefore(first);
    forgiveWhatNobodyCanKnow();
    withoutEpoch = false;
    require(next >= expected, Kind.REPEAT, log.name + " goes back to " + next + at());
    ensureSeen(next);
    int i = 0;
    for (long offset = expected; offset < next; offset++) {
      if (i < count && offsets[i] == offset) {
        require(
            log.mayShow(offset, serials[i]),
            Kind.CONTENT,
            log.name + "@" + offset + " shows record " + serials[i]);
        seen[(int) offset] = serials[i];
        i++;
      } else {
        require(log.maySkip(offset), Kind.GAP, log.name + "@" + offset + " is missing" + at());
      }
    }
    require(i == count, Kind.REPEAT, log.name + " has records out of order or again" + at());
    expected = next;
    if (toldEnd != next) {
      toldEnd = UNKNOWN;
    }
  }

  /** Of a position without an epoch nobody can know that the log was cut below it. */
  private void forgiveWhatNobodyCanKnow() {
    if (withoutEpoch && log.cuts() > cutsThen) {
      origin = expected;
    }
  }

  private void ensureSeen(long end) {
    if (end > seen.length) {
      seen = Arrays.copyOf(seen, (int) Math.max(end, 2L * seen.length));
    }
  }

  /** Records could not be read: they are to come again. */
  void unreadable(long offset) {
    require(offset == expected, Kind.POSITION, log.name + " was unreadable at " + offset + at());
    moved();
    held.comesAgain(this, offset);
    withoutEpoch = true;
  }

  void end(long offset) {
    requireReading("the end");
    adopt(offset);
    boolean mayLag = log.cuts() > cutsThen || log.wasDeleted() || cluster.followersAreRead();
    boolean known = mayLag || offset >= endThen;
    require(offset == expected && known, Kind.END, log.name + " ends at " + offset + at());
    forgiveWhatNobodyCanKnow();
    toldEnd = offset;
  }

  /** A reset is told: it must have a cause, and lead where the cause calls for. */
  void reset(ConsumerEvent.PositionReset event) {
    requireReading("a reset");
    String text = event.toString();
    if (event.from() == Offsets.INVALID) {
      resetFromNothing(event.to(), text);
      return;
    }
    require(log.cuts() > 0 || event.from() < log.start(), Kind.RESET, text + " has no cause");
    // A reset that nobody took is void once another follows: its position was never seen.
    boolean follows = log.cuts() > 1 || log.wasDeleted();
    require(
        expected == UNKNOWN || expected <= event.from() || follows,
        Kind.RESET,
        text + " and it stands behind that" + at());
    boolean behind = policy == ResetPolicy.Kind.LATEST || policy == ResetPolicy.Kind.BY_DURATION;
    long furthest = behind ? log.furthestEnd() : Math.max(expected, log.start());
    require(
        expected == UNKNOWN || log.cuts() > 0 || event.to() <= furthest,
        Kind.RESET,
        text + " skips what is there" + at());
    // Where the policy led is a jump; after a truncation all that the new log has must be seen,
    // unless the policy had led on from before the start of the log, which nobody has heard of.
    boolean jumped =
        expected == UNKNOWN
            || (behind && expected < log.start())
            || event.to() > event.from()
            || !(event.reason().startsWith("the log was truncated")
                || event.reason().startsWith("the topic was deleted"));
    origin = jumped ? event.to() : Math.min(origin, event.to());
    expected = event.to();
    moved();
  }

  /** There was no position: none was stored, or it was still being looked for in an old topic. */
  private void resetFromNothing(long to, String text) {
    require(nothingStored() || log.cuts() > 0, Kind.RESET, text + " has no cause");
    adopt(to);
    require(to == expected || log.cuts() > 0, Kind.RESET, text + at());
    arrive(to);
    moved();
  }

  /** Whether its first position, which is not known yet, is to be stored at once. */
  boolean beginsWithNothingStored() {
    return expected == UNKNOWN && nothingStored();
  }

  private boolean nothingStored() {
    return sought == Offsets.STORED && loaded == UNKNOWN;
  }

  /** An error is told. */
  void error(ConsumerEvent.PartitionError event) {
    if (event.error().fatalToPartition()) {
      boolean moved = log.cuts() > 0 || log.start() > 0;
      require(
          (policy == ResetPolicy.Kind.ERROR && (moved || nothingStored())) || unloadable,
          Kind.ERROR,
          event.toString());
      ended = true;
    }
  }

  /** What the consumer says is its position. */
  void position(long offset) {
    if (ended) {
      return;
    }
    adopt(offset);
    boolean resetUnderWay = log.cuts() > 0 || expected < log.start();
    require(
        offset == expected || resetUnderWay,
        Kind.POSITION,
        log.name + " stands at " + offset + at());
  }

  /** Whether everything readable has been read and the end been told. */
  boolean isAtTheEnd() {
    long end = cluster.readableEnd(log);
    return !ended && expected == end && toldEnd == end && firstUnseen() < 0;
  }

  /** The first offset, from where the user last went, of which not the present record was seen. */
  private long firstUnseen() {
    ensureSeen(log.end());
    for (long offset = Math.max(origin, log.start()); offset < log.end(); offset++) {
      int must = log.mustShow(offset);
      if (must >= 0 && seen[(int) offset] != must) {
        return offset;
      }
    }
    return UNKNOWN;
  }

  /** Where it stands, for a finding. */
  String standing() {
    return log.name
        + " stands at "
        + expected
        + " of "
        + cluster.readableEnd(log)
        + ", told end "
        + toldEnd
        + ", first not seen "
        + firstUnseen();
  }

  private void requireReading(String what) {
    require(!paused, Kind.UNWANTED, log.name + " is paused, and " + what + " came");
    require(!ended, Kind.UNWANTED, log.name + " has ended, and " + what + " came");
  }

  private String at() {
    return ", expected " + expected;
  }
}
