package io.toppar.domain;

import java.util.List;

/** What metadata says of a partition. Stateless. */
final class LeaderSteps {

  /** Epochs beyond are not explored: a leader may then move without a newer one. */
  private static final int LAST_EPOCH = 2;

  private LeaderSteps() {}

  static void of(int number, List<ExploredStep> all) {
    for (int broker = 0; broker < ExploredWorld.BROKERS; broker++) {
      int leader = broker;
      UserSteps.add(
          number, "is led by " + broker, seat -> true, (s, w) -> lead(s, w, leader, 1), all);
      UserSteps.add(
          number,
          "is led by " + broker + ", and leaves late",
          seat -> seat.toppar.leaderId() != leader && seat.leaving < 0,
          (s, w) -> leadLate(s, w, leader),
          all);
      UserSteps.add(
          number,
          "is led by " + broker + " without epoch",
          seat -> seat.toppar.leaderId() != leader,
          (s, w) -> led(s, w, leader, -1),
          all);
    }
    UserSteps.add(
        number,
        "has no leader",
        seat -> seat.toppar.leaderId() >= 0,
        (s, w) -> s.toppar.onLeader(Toppar.NO_BROKER, -1, w.now, w.effects),
        all);
    UserSteps.add(
        number,
        "was led by 0 once",
        seat -> seat.toppar.leaderEpoch() > 0,
        (s, w) -> s.toppar.onLeader(0, s.toppar.leaderEpoch() - 1, w.now, w.effects),
        all);
    UserSteps.add(number, "is made again", seat -> true, LeaderSteps::makeAgain, all);
    UserSteps.add(number, "has left", seat -> seat.leaving >= 0, (s, w) -> w.effects.left(s), all);
  }

  /** The leader as it is, under a newer epoch if it is another or so many are added. */
  static void lead(ExploredSeat seat, ExploredWorld world, int leader, int newer) {
    seat.clusterEpoch = Math.min(LAST_EPOCH, seat.clusterEpoch + newer);
    led(seat, world, leader, seat.clusterEpoch);
  }

  private static void led(ExploredSeat seat, ExploredWorld world, int leader, int epoch) {
    seat.leaderWanted = false;
    seat.toppar.onLeader(leader, epoch, world.now, world.effects);
  }

  private static void leadLate(ExploredSeat seat, ExploredWorld world, int leader) {
    world.leavesLate = true;
    lead(seat, world, leader, 1);
  }

  /** The leader is told with the id; here it may come later. */
  private static void makeAgain(ExploredSeat seat, ExploredWorld world) {
    long other = seat.toppar.topicId().low() == 1 ? 2 : 1;
    boolean again = !seat.toppar.topicId().isZero();
    int before = seat.toppar.version();
    if (again) {
      seat.store(Offsets.INVALID);
      seat.logIsNew = true;
      seat.leaderWanted = true;
    }
    seat.toppar.onTopicId(new TopicId(0, other), world.now, world.effects);
    if (seat.toppar.version() > before) {
      seat.expected = ExploredSeat.UNKNOWN;
    }
  }
}
