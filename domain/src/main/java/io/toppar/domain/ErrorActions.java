package io.toppar.domain;

import java.util.EnumSet;
import java.util.StringJoiner;

/**
 * What to do about an error, as a set of {@link ErrorAction}.
 *
 * <p>Immutable, any thread; asking allocates nothing.
 */
public final class ErrorActions {

  /** Nothing to do. */
  public static final ErrorActions NONE = new ErrorActions(EnumSet.noneOf(ErrorAction.class));

  private final EnumSet<ErrorAction> actions;

  private ErrorActions(EnumSet<ErrorAction> actions) {
    this.actions = actions;
  }

  /** The set of these actions. */
  public static ErrorActions of(ErrorAction first, ErrorAction... others) {
    return new ErrorActions(EnumSet.of(first, others));
  }

  /** Whether this action is to be done. */
  public boolean has(ErrorAction action) {
    return actions.contains(action);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ErrorActions that && that.actions.equals(actions);
  }

  @Override
  public int hashCode() {
    return actions.hashCode();
  }

  /** The names, joined by a plus sign; "nothing" if there is none. */
  @Override
  public String toString() {
    if (actions.isEmpty()) {
      return "nothing";
    }
    StringJoiner names = new StringJoiner("+");
    for (ErrorAction action : actions) {
      names.add(action.name());
    }
    return names.toString();
  }
}
