package io.toppar.domain;

import static io.toppar.domain.Violation.require;

import io.toppar.domain.ExploredSeat.Asked;

/** Runs the effects in an {@link ExploredWorld}, and checks that they come in order. */
final class ExploredEffects implements TopparEffects {

  private static final String SILENCE = "nothing comes from a stopped partition";
  private static final String PRESENT = "what is pushed has the present version";
  private static final String COMMIT = "only what is stored is committed, one at a time";

  private final ExploredWorld world;

  ExploredEffects(ExploredWorld world) {
    this.world = world;
  }

  private ExploredSeat seat(Toppar toppar) {
    return world.seats.get(toppar.topicPartition().partition());
  }

  /** The seat, if it may speak now. */
  private ExploredSeat speaks(Toppar toppar, String effect) {
    ExploredSeat seat = seat(toppar);
    require(!seat.silent && !seat.ended, SILENCE, toppar, effect);
    return seat;
  }

  private ExploredSeat speaks(Toppar toppar, int version, String effect) {
    require(version == toppar.version(), PRESENT, toppar, effect);
    return speaks(toppar, effect);
  }

  @Override
  public void loadStoredOffset(Toppar toppar, int request) {
    speaks(toppar, "loads").asked(request, Asked.STORE, 0);
  }

  @Override
  public void listOffsets(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp) {
    require(brokerId == toppar.leaderId(), "lookups go to the leader", toppar);
    speaks(toppar, "looks up").asked(request, Asked.OFFSET, timestamp);
  }

  @Override
  public void listOffsetsByAge(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis) {
    require(brokerId == toppar.leaderId(), "lookups go to the leader", toppar);
    speaks(toppar, "looks up").asked(request, Asked.AGE, 0);
  }

  @Override
  public void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {
    require(brokerId == toppar.leaderId(), "validations go to the leader", toppar);
    speaks(toppar, "validates").asked(request, Asked.EPOCH_END, leaderEpoch);
  }

  @Override
  public void refreshMetadata(Toppar toppar, RefreshReason reason) {
    speaks(toppar, "refreshes").leaderWanted = true;
  }

  @Override
  public void leaderHint(Toppar toppar, int leaderId, int leaderEpoch) {
    speaks(toppar, "hints");
    world.afterwards.add(() -> toppar.onLeader(leaderId, leaderEpoch, world.now, this));
  }

  @Override
  public void leave(Toppar toppar, int brokerId) {
    ExploredSeat seat = seat(toppar);
    require(seat.leaving == Delegation.NOT_MIGRATING, "one migration at a time", seat);
    seat.leaving = brokerId;
    world.afterwards.add(
        () -> {
          ExploredLane lane = world.lanes.get(brokerId);
          if (world.bug != PlantedBug.LEAVE_FORGOTTEN) {
            lane.lane.leave(toppar, world.now);
          }
          lane.toPlan = true;
          if (!world.leavesLate) {
            left(seat);
          }
        });
  }

  void left(ExploredSeat seat) {
    int from = seat.leaving;
    seat.leaving = Delegation.NOT_MIGRATING;
    seat.toppar.onLeft(from, world.now, this);
  }

  @Override
  public void join(Toppar toppar, int brokerId) {
    world.afterwards.add(
        () -> {
          world.lanes.get(brokerId).lane.join(toppar, world.now);
          world.lanes.get(brokerId).toPlan = true;
        });
  }

  @Override
  public void fetchChanged(Toppar toppar) {
    speaks(toppar, "wants its lane");
    if (world.bug == PlantedBug.WAKE_UP_LOST) {
      return;
    }
    world.afterwards.add(
        () -> {
          if (toppar.brokerId() != Toppar.NO_BROKER) {
            ExploredLane lane = world.lanes.get(toppar.brokerId());
            lane.lane.fetchChanged(toppar);
            lane.toPlan = true;
          }
        });
  }

  @Override
  public void barrier(Toppar toppar, int version) {
    ExploredSeat seat = speaks(toppar, version, "raises a barrier");
    if (world.bug != PlantedBug.BARRIER_IGNORED) {
      seat.queue.forEach(world::free);
      seat.queue.clear();
    }
  }

  @Override
  public void deliver(Toppar toppar, int version, BatchHandle batches) {
    ExploredSeat seat = speaks(toppar, version, "delivers");
    ExploredBatch batch = (ExploredBatch) batches;
    require(world.fetched.remove(batch), "what is delivered was just fetched", toppar, batch);
    long next = seat.nextDelivery();
    require(
        next == ExploredSeat.UNKNOWN || next == batch.base,
        "no gap, no repeat between jumps",
        seat,
        batch);
    batch.version = version;
    seat.logIsNew = false;
    seat.nothingStored = false;
    seat.queue.add(batch);
  }

  @Override
  public void release(Toppar toppar, BatchHandle batches) {
    ExploredBatch batch = (ExploredBatch) batches;
    require(world.fetched.remove(batch), "what is given back was just fetched", toppar, batch);
    if (world.bug != PlantedBug.RELEASE_FORGOTTEN) {
      world.free(batch);
    }
  }

  @Override
  public void endOfPartition(Toppar toppar, int version, long offset) {
    speaks(toppar, version, "reaches the end");
    require(offset == toppar.fetchOffset(), "the end is told where reading is", toppar, offset);
  }

  @Override
  public void failed(Toppar toppar, int version, TopparError error) {
    speaks(toppar, version, "fails");
    boolean over = toppar.state() == FetchState.NONE;
    require(
        !error.fatalToPartition() || over, "an error that ends reading ended it", toppar, error);
  }

  @Override
  public void positionReset(Toppar toppar, int version, long from, long to, String reason) {
    ExploredSeat seat = speaks(toppar, version, "is reset");
    if (from >= 0 && to < from) {
      require(seat.queue.isEmpty(), "a rewind comes after its barrier", toppar);
      require(
          seat.expected == ExploredSeat.UNKNOWN || to <= seat.expected,
          "a rewind loses nothing unread",
          seat,
          to);
    }
    boolean overtaken = to < from && (seat.stored > to || toppar.committedOffset() > to);
    if (overtaken || seat.logIsNew || seat.nothingStored) {
      seat.store(to);
    }
    seat.queue.add(ExploredBatch.reset(to));
    seat.tellResets();
  }

  @Override
  public void commit(Toppar toppar, long offset, int leaderEpoch, String metadata) {
    ExploredSeat seat = speaks(toppar, "commits");
    require(seat.committing == Offsets.INVALID, COMMIT, toppar, "has one in flight");
    require(offset == seat.stored, COMMIT, seat, offset);
    seat.committing = offset;
    seat.committingEpoch = leaderEpoch;
  }

  @Override
  public void stopped(Toppar toppar, int version) {
    ExploredSeat seat = speaks(toppar, version, "has stopped");
    require(seat.stopping, "a stop ends once", toppar);
    require(toppar.state() == FetchState.STOPPED, "a stop ends in STOPPED", toppar);
    require(seat.committing == Offsets.INVALID, "a stop waits for its commit", toppar);
    seat.stopping = false;
    seat.ended = true;
    seat.store(Offsets.INVALID);
    seat.expected = ExploredSeat.UNKNOWN;
  }
}
