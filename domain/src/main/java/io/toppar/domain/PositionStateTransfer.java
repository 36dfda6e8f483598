package io.toppar.domain;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a fetch state and its data are carried by a {@link StateTransfer}. Stateless. */
final class PositionStateTransfer {

  private enum Kind {
    IDLE,
    OFFSET_QUERY,
    OFFSET_WAIT,
    EPOCH_WAIT,
    ACTIVE
  }

  private PositionStateTransfer() {}

  static PositionState transfer(StateTransfer state, PositionState now) {
    return switch (Objects.requireNonNull(state.choice(Kind.class, kind(now)))) {
      case IDLE ->
          Objects.requireNonNull(
              state.choice(IdleState.class, now instanceof IdleState idle ? idle : null));
      case OFFSET_QUERY -> new OffsetQueryState(PositionSearch.transfer(state, search(now)));
      case OFFSET_WAIT -> new OffsetWaitState(PositionSearch.transfer(state, search(now)));
      case EPOCH_WAIT ->
          transfer(state, now instanceof EpochWaitState wait ? wait : new EpochWaitState(0, 0, 0));
      case ACTIVE -> ActiveState.ACTIVE;
    };
  }

  private static EpochWaitState transfer(StateTransfer state, EpochWaitState wait) {
    return new EpochWaitState(
        state.number(wait.asked()), state.number(wait.epoch()), state.number(wait.tries()));
  }

  private static Kind kind(PositionState now) {
    if (now instanceof IdleState) {
      return Kind.IDLE;
    }
    if (now instanceof OffsetQueryState) {
      return Kind.OFFSET_QUERY;
    }
    if (now instanceof OffsetWaitState) {
      return Kind.OFFSET_WAIT;
    }
    if (now instanceof EpochWaitState) {
      return Kind.EPOCH_WAIT;
    }
    if (now instanceof ActiveState) {
      return Kind.ACTIVE;
    }
    throw new AssertionError(now);
  }

  private static @Nullable PositionSearch search(PositionState now) {
    if (now instanceof OffsetQueryState query) {
      return query.search();
    }
    return now instanceof OffsetWaitState wait ? wait.search() : null;
  }
}
