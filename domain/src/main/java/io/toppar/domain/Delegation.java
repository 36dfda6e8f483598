package io.toppar.domain;

/**
 * Which broker's lane a toppar is on, and the way from one to the next: LEAVE, then JOIN (M1-M5).
 *
 * <p>Stateless: each call is about one toppar, whose two numbers {@code brokerId} and {@code
 * nextBroker} it alone writes. A migration is in flight from LEAVE until the driver reports that
 * the toppar has left; whatever happens to the target meanwhile only replaces {@code nextBroker}.
 * No lock is needed: see <i>Delegation</i> in {@code domain/DESIGN.md}.
 */
final class Delegation {

  /** In the place of the next broker: no migration is in flight. */
  static final int NOT_MIGRATING = -2;

  private Delegation() {}

  /**
   * Gives the toppar to this broker; to {@link Toppar#NO_BROKER}, the internal broker, if nobody
   * can fetch it (M1). Nothing happens if it is there already and not on its way elsewhere.
   */
  static void delegate(Toppar toppar, int brokerId, TopparEffects effects) {
    if (toppar.isMigrating() || toppar.brokerId != brokerId) {
      migrate(toppar, brokerId, effects);
    }
  }

  private static void migrate(Toppar toppar, int toBroker, TopparEffects effects) {
    if (toppar.isMigrating()) {
      toppar.nextBroker = toBroker;
      return;
    }
    if (toppar.brokerId == Toppar.NO_BROKER) {
      join(toppar, toBroker, effects);
    } else {
      toppar.nextBroker = toBroker;
      effects.leave(toppar, toppar.brokerId);
    }
  }

  /** The old lane has let go of it: JOIN whoever is the target by now (M2, M3). */
  static void onLeft(Toppar toppar, int brokerId, TopparEffects effects) {
    if (!toppar.isMigrating() || toppar.brokerId != brokerId) {
      throw new IllegalStateException(
          toppar + " left broker " + brokerId + " and was not asked to; it is on " + where(toppar));
    }
    int next = toppar.nextBroker;
    toppar.nextBroker = NOT_MIGRATING;
    join(toppar, next, effects);
  }

  /** Nobody has to be told of a JOIN to the internal broker: it has nothing to fetch. */
  private static void join(Toppar toppar, int brokerId, TopparEffects effects) {
    toppar.brokerId = brokerId;
    if (brokerId != Toppar.NO_BROKER) {
      effects.join(toppar, brokerId);
    }
  }

  private static String where(Toppar toppar) {
    return toppar.isMigrating()
        ? toppar.brokerId + " and on its way to " + toppar.nextBroker
        : String.valueOf(toppar.brokerId);
  }
}
