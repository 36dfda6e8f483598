package io.toppar.domain;

import static io.toppar.domain.Violation.require;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One broker of an {@link ExploredWorld}: its lane, its fetch session, the Fetch in flight. */
final class ExploredLane {

  private static final String SESSION = "the broker knows exactly what is wanted";

  final BrokerLane lane;

  /** What the broker was told, by number of the partition. */
  final @Nullable FetchPartition[] session;

  private final FetchPlan plan = new FetchPlan();
  boolean sessionOpen;
  long reservedBytes;

  /** To be asked for its next Fetch. */
  boolean toPlan;

  ExploredLane(BrokerLane lane, int partitions) {
    this.lane = lane;
    this.session = new FetchPartition[partitions];
  }

  void transfer(StateTransfer state) {
    lane.transfer(state);
    sessionOpen = state.flag(sessionOpen);
    reservedBytes = state.number(reservedBytes);
    for (int i = 0; i < session.length; i++) {
      session[i] = transferPart(state, i);
    }
    toPlan = false;
  }

  private @Nullable FetchPartition transferPart(StateTransfer state, int number) {
    FetchPartition part = session[number];
    if (!state.flag(part != null)) {
      return null;
    }
    return new FetchPartition(
        part == null ? new TopicPartition("t", number) : part.topicPartition(),
        TopicId.ZERO,
        state.number(part == null ? 0L : part.fetchOffset()),
        state.number(part == null ? 0 : part.currentLeaderEpoch()),
        state.number(part == null ? 0 : part.lastFetchedEpoch()),
        -1,
        state.number(part == null ? 0 : part.maxBytes()));
  }

  /** The Fetch goes to the broker, which must then know exactly what is wanted. */
  void send(LaneFetch fetch, ExploredWorld world) {
    if (fetch.fullList()) {
      Arrays.fill(session, null);
      sessionOpen = true;
    }
    require(sessionOpen, SESSION, "a lost session is listed anew");
    for (FetchPartition changed : fetch.changed()) {
      session[changed.topicPartition().partition()] = changed;
    }
    for (TopicPartition forgotten : fetch.forgotten()) {
      FetchPartition told = session[forgotten.partition()];
      require(told != null, SESSION, forgotten, "is forgotten and was not told");
      session[forgotten.partition()] = null;
    }
    for (ExploredSeat seat : world.seats) {
      FetchPartition told = session[seat.number];
      Toppar toppar = seat.toppar;
      boolean wanted = toppar.brokerId() == lane.brokerId() && toppar.planFetch(world.now, plan);
      require((told != null) == wanted, SESSION, toppar, "is told otherwise than wanted");
      if (told != null) {
        FetchPartition planned = plan.of(toppar.topicPartition());
        require(told.fetchOffset() == planned.fetchOffset(), SESSION, told, planned);
        require(told.maxBytes() == planned.maxBytes(), SESSION, told, planned);
        require(
            told.currentLeaderEpoch() == planned.currentLeaderEpoch()
                && told.lastFetchedEpoch() == planned.lastFetchedEpoch(),
            SESSION,
            told,
            planned);
      }
    }
    reservedBytes = fetch.reservedBytes();
  }
}
