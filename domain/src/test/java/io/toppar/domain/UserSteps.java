package io.toppar.domain;

import static io.toppar.domain.Violation.require;

import java.util.List;
import java.util.function.Predicate;

/** What the user and the application do with a partition. Stateless. */
final class UserSteps {

  private static final long STORED_BY_HAND = 3;
  private static final long WRITTEN_BY_HAND = 1;

  private UserSteps() {}

  /** Something that happens to a partition. */
  interface SeatAction {
    void apply(ExploredSeat seat, ExploredWorld world);
  }

  static void of(int number, List<ExploredStep> all) {
    start(number, 0, -1, all);
    start(number, 3, 0, all);
    start(number, Offsets.END, -1, all);
    start(number, Offsets.STORED, -1, all);
    start(number, Offsets.INVALID, -1, all);
    start(number, Offsets.tail(1), -1, all);
    seek(number, 1, -1, all);
    seek(number, 3, 0, all);
    seek(number, Offsets.END, -1, all);
    add(number, "stop", seat -> true, UserSteps::stop, all);
    add(number, "pause", seat -> !seat.toppar.paused(), UserSteps::pause, all);
    add(number, "resume", seat -> seat.toppar.paused(), UserSteps::resume, all);
    add(number, "store 3", seat -> seat.stored != STORED_BY_HAND, UserSteps::store, all);
    add(number, "writes 1 itself", UserSteps::mayWrite, UserSteps::write, all);
    add(number, "take", UserSteps::mayTake, UserSteps::take, all);
    add(number, "release", seat -> !seat.held.isEmpty(), UserSteps::release, all);
    add(number, "unreadable", seat -> !seat.held.isEmpty(), UserSteps::unreadable, all);
  }

  static void add(
      int number,
      String what,
      Predicate<ExploredSeat> possible,
      SeatAction action,
      List<ExploredStep> all) {
    all.add(
        new ExploredStep(
            "p" + number + " " + what,
            world -> possible.test(world.seats.get(number)),
            world -> action.apply(world.seats.get(number), world)));
  }

  private static void start(int number, long offset, int epoch, List<ExploredStep> all) {
    String what = "start " + Offsets.text(offset) + (epoch < 0 ? "" : " of epoch " + epoch);
    add(number, what, seat -> true, (seat, world) -> start(seat, world, offset, epoch), all);
  }

  private static void start(ExploredSeat seat, ExploredWorld world, long offset, int epoch) {
    seat.silent = false;
    if (seat.toppar.start(offset, epoch, world.now, world.effects) == CommandResult.OK) {
      seat.store(Offsets.INVALID);
      jumped(seat, offset);
    }
  }

  private static void seek(int number, long offset, int epoch, List<ExploredStep> all) {
    String what = "seek " + Offsets.text(offset) + (epoch < 0 ? "" : " of epoch " + epoch);
    add(number, what, seat -> true, (seat, world) -> seek(seat, world, offset, epoch), all);
  }

  private static void seek(ExploredSeat seat, ExploredWorld world, long offset, int epoch) {
    seat.silent = false;
    if (seat.toppar.seek(offset, epoch, world.now, world.effects) == CommandResult.OK) {
      seat.nothingStored = false;
      jumped(seat, offset);
    }
  }

  private static void jumped(ExploredSeat seat, long offset) {
    seat.expected = offset >= 0 ? offset : ExploredSeat.UNKNOWN;
  }

  private static void stop(ExploredSeat seat, ExploredWorld world) {
    seat.silent = false;
    boolean before = seat.stopping;
    seat.stopping = true;
    if (seat.toppar.stop(world.now, world.effects) == CommandResult.OK) {
      seat.expected = ExploredSeat.UNKNOWN;
    } else {
      seat.stopping = before;
    }
  }

  private static void pause(ExploredSeat seat, ExploredWorld world) {
    seat.toppar.pause(world.now, world.effects);
  }

  private static void resume(ExploredSeat seat, ExploredWorld world) {
    seat.toppar.resume(world.now, world.effects);
  }

  private static void store(ExploredSeat seat, ExploredWorld world) {
    if (seat.toppar.store(STORED_BY_HAND, -1, "", world.now, world.effects) == CommandResult.OK) {
      seat.store(STORED_BY_HAND);
    }
  }

  /** The application's own commit goes behind those in flight. */
  private static boolean mayWrite(ExploredSeat seat) {
    return !AnswerSteps.commits(seat) && seat.toppar.committedOffset() != WRITTEN_BY_HAND;
  }

  private static void write(ExploredSeat seat, ExploredWorld world) {
    seat.toppar.onWritten(WRITTEN_BY_HAND, -1, world.now);
  }

  static boolean mayTake(ExploredSeat seat) {
    return !seat.toppar.paused() && !seat.queue.isEmpty();
  }

  static void take(ExploredSeat seat, ExploredWorld world) {
    ExploredBatch next = seat.queue.remove(0);
    require(next.version == seat.toppar.version(), "nothing old follows a barrier", seat, next);
    seat.expected = next.next;
    seat.held.add(next);
    seat.toppar.onHandedOver(
        next.version,
        next.next,
        next.epoch,
        next.count,
        next.sizeBytes(),
        world.now,
        world.effects);
    seat.tellResets();
  }

  static void release(ExploredSeat seat, ExploredWorld world) {
    ExploredBatch oldest = seat.held.remove(0);
    world.free(oldest);
    if (oldest.version == seat.toppar.version() && mayBeStored(seat)) {
      seat.store(oldest.next);
    }
    seat.toppar.onReleased(oldest.version, oldest.next, oldest.epoch, world.now, world.effects);
  }

  /** What was read before an error ended reading may still be stored. */
  private static boolean mayBeStored(ExploredSeat seat) {
    FetchState state = seat.toppar.state();
    return state.isStarted() || state == FetchState.NONE;
  }

  private static void unreadable(ExploredSeat seat, ExploredWorld world) {
    ExploredBatch oldest = seat.held.remove(0);
    world.free(oldest);
    boolean present = oldest.version == seat.toppar.version() && seat.toppar.state().isStarted();
    BatchFault fault =
        new BatchFault(BatchFault.Kind.CHECKSUM, oldest.base, oldest.base, 10, "damaged");
    seat.toppar.onRecordsUnreadable(oldest.version, fault, world.now, world.effects);
    if (present) {
      seat.expected = oldest.base;
    }
  }
}
