package io.toppar.testing.simulation;

import io.toppar.app.client.Acknowledgement;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.TreeSet;

/**
 * The records of a batch that are not finished, beside what its {@link Acknowledgement} makes of
 * that. Confined to its simulation's thread.
 */
final class Unfinished {

  private final Acknowledgement acknowledgement;
  private final TreeSet<Long> open = new TreeSet<>();
  private long first;
  private long end;
  private boolean givenUp;

  Unfinished(Acknowledgement acknowledgement) {
    this.acknowledgement = acknowledgement;
  }

  /** The batch was read up to there. */
  void read(long[] offsets, int count, long readUpTo) {
    for (int i = 0; i < count; i++) {
      open.add(offsets[i]);
    }
    first = count == 0 ? readUpTo : offsets[0];
    end = readUpTo;
    check();
  }

  /** Everything before this is finished. */
  long lowest() {
    return open.isEmpty() ? end : open.first();
  }

  /** Whether nothing more is waited for. */
  boolean isOver() {
    return givenUp || open.isEmpty();
  }

  boolean isGivenUp() {
    return givenUp;
  }

  /** The batch was given back unprocessed. */
  void givenUp() {
    givenUp = true;
  }

  /** Finishes a part of what is open. */
  void finish(UserStep.Part part, int number) {
    switch (part) {
      case ONE -> finishOne(nth(number));
      case UP_TO -> {
        long next = first + Math.floorMod(number, end - first + 1);
        acknowledgement.acknowledgeUpTo(next);
        open.headSet(next).clear();
      }
      case ALL -> {
        acknowledgement.acknowledgeUpTo(end);
        open.clear();
      }
      case NOTHING_MORE -> {
        acknowledgement.abandon();
        givenUp = true;
      }
    }
    check();
  }

  private void finishOne(long offset) {
    Violation.require(
        acknowledgement.acknowledge(offset) && !acknowledgement.acknowledge(offset),
        Kind.STORED,
        offset + " was not finished, and is not finished once");
    open.remove(offset);
  }

  private long nth(int number) {
    int at = number % open.size();
    for (long offset : open) {
      if (at-- == 0) {
        return offset;
      }
    }
    throw new IllegalStateException("nothing is open");
  }

  private void check() {
    int left = givenUp ? 0 : open.size();
    Violation.require(
        acknowledgement.unfinished() == left,
        Kind.STORED,
        acknowledgement.unfinished() + " records are said to be unfinished, not " + left);
  }
}
