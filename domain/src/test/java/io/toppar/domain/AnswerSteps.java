package io.toppar.domain;

import io.toppar.domain.ExploredSeat.Asked;
import io.toppar.domain.ExploredSeat.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the store and the leaders answer to the requests of a partition. Stateless. */
final class AnswerSteps {

  private AnswerSteps() {}

  /** An answer to a request. */
  private interface Answer {
    void give(Request request, ExploredSeat seat, ExploredWorld world);
  }

  static void of(int number, List<ExploredStep> all) {
    stored(number, "stored 2 of epoch 0", 2, 0, all);
    stored(number, "nothing stored", Offsets.INVALID, -1, all);
    storeFails(number, "store unreachable", false, all);
    storeFails(number, "store refuses", true, all);
    found(number, "offset found", 0, END, all);
    found(number, "offset found in a shorter log", 2, 4, all);
    add(number, "no offset found", Asked.OFFSET, (r, s, w) -> found(r, s, w, -1), all);
    add(number, "first young record found", Asked.AGE, (r, s, w) -> found(r, s, w, 4), all);
    add(number, "no young record", Asked.AGE, (r, s, w) -> found(r, s, w, -1), all);
    for (Asked asked : List.of(Asked.OFFSET, Asked.AGE)) {
      lookupFails(number, asked, ErrorCode.NOT_LEADER_OR_FOLLOWER, all);
      lookupFails(number, asked, ErrorCode.TOPIC_AUTHORIZATION_FAILED, all);
      lookupFails(number, asked, ErrorCode.INVALID_TOPIC_EXCEPTION, all);
    }
    add(number, "epoch sound", Asked.EPOCH_END, (r, s, w) -> ends(r, s, w, END), all);
    add(number, "epoch truncated", Asked.EPOCH_END, (r, s, w) -> ends(r, s, w, 1), all);
    add(number, "epoch unknown", Asked.EPOCH_END, (r, s, w) -> ends(r, s, w, -1), all);
    validationFails(number, ErrorCode.NOT_LEADER_OR_FOLLOWER, all);
    validationFails(number, ErrorCode.TOPIC_AUTHORIZATION_FAILED, all);
    validationFails(number, ErrorCode.UNSUPPORTED_VERSION, all);
    UserSteps.add(number, "late answer", s -> s.late() != null, AnswerSteps::late, all);
    UserSteps.add(number, "committed", AnswerSteps::commits, AnswerSteps::committed, all);
    UserSteps.add(number, "commit failed", AnswerSteps::commits, AnswerSteps::notCommitted, all);
  }

  private static final long END = ExploredWorld.END;

  private static void add(
      int number, String what, Asked asked, Answer answer, List<ExploredStep> all) {
    UserSteps.add(
        number,
        what + " (" + asked + ")",
        seat -> is(seat.open(), asked),
        (seat, world) -> {
          Request open = seat.open();
          if (open != null) {
            seat.requests.remove(open);
            answer.give(open, seat, world);
          }
        },
        all);
  }

  private static boolean is(@Nullable Request request, Asked asked) {
    return request != null && request.asked() == asked;
  }

  private static void stored(
      int number, String what, long offset, int epoch, List<ExploredStep> all) {
    add(
        number,
        what,
        Asked.STORE,
        (r, s, w) -> {
          s.nothingStored |= offset < 0;
          s.toppar.onStoredOffset(r.number(), offset, epoch, w.now, w.effects);
          s.expected = offset >= 0 ? offset : s.expected;
        },
        all);
  }

  private static void storeFails(
      int number, String what, boolean permanent, List<ExploredStep> all) {
    add(
        number,
        what,
        Asked.STORE,
        (r, s, w) ->
            s.toppar.onStoredOffsetFailed(
                r.number(), ErrorCode.LOCAL_FS, permanent, what, w.now, w.effects),
        all);
  }

  private static void found(int number, String what, long start, long end, List<ExploredStep> all) {
    add(
        number,
        what,
        Asked.OFFSET,
        (r, s, w) -> found(r, s, w, r.subject() == Offsets.END ? end : start),
        all);
  }

  static void found(Request request, ExploredSeat seat, ExploredWorld world, long offset) {
    seat.toppar.onOffsetResolved(request.number(), offset, -1, world.now, world.effects);
  }

  private static void lookupFails(
      int number, Asked asked, ErrorCode error, List<ExploredStep> all) {
    add(
        number,
        "lookup fails: " + error,
        asked,
        (r, s, w) -> s.toppar.onOffsetQueryFailed(r.number(), error, "lookup", w.now, w.effects),
        all);
  }

  static void ends(Request request, ExploredSeat seat, ExploredWorld world, long end) {
    int epoch = end < 0 ? -1 : (int) request.subject();
    seat.toppar.onEpochEnd(request.number(), epoch, end, world.now, world.effects);
  }

  private static void validationFails(int number, ErrorCode error, List<ExploredStep> all) {
    add(
        number,
        "validation fails: " + error,
        Asked.EPOCH_END,
        (r, s, w) -> s.toppar.onEpochEndFailed(r.number(), error, "validation", w.now, w.effects),
        all);
  }

  /** All answers to an overtaken request are alike: it must change nothing. */
  private static void late(ExploredSeat seat, ExploredWorld world) {
    Request late = seat.late();
    if (late == null) {
      return;
    }
    seat.requests.remove(late);
    boolean taken = world.bug == PlantedBug.LATE_ANSWER_TAKEN;
    int number = taken ? seat.lastRequest : late.number();
    Toppar toppar = seat.toppar;
    switch (late.asked()) {
      case STORE -> toppar.onStoredOffset(number, 2, 0, world.now, world.effects);
      case OFFSET, AGE -> toppar.onOffsetResolved(number, 5, -1, world.now, world.effects);
      case EPOCH_END -> toppar.onEpochEnd(number, 0, 1, world.now, world.effects);
    }
  }

  static boolean commits(ExploredSeat seat) {
    return seat.committing != Offsets.INVALID;
  }

  static void committed(ExploredSeat seat, ExploredWorld world) {
    long offset = seat.committing;
    seat.committing = Offsets.INVALID;
    seat.toppar.onCommitted(offset, seat.committingEpoch, world.now, world.effects);
  }

  private static void notCommitted(ExploredSeat seat, ExploredWorld world) {
    seat.committing = Offsets.INVALID;
    seat.toppar.onCommitFailed(ErrorCode.LOCAL_FS, "disk full", world.now, world.effects);
  }
}
