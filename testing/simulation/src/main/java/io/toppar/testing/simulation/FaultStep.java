package io.toppar.testing.simulation;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.StoreFault;

/** Something that goes wrong. Immutable, any thread. */
sealed interface FaultStep extends Step {

  /** Plays it. */
  void play(Faults faults);

  /** How a request and its reply can get lost or late. */
  enum Loss {
    /** The reply is late by the milliseconds given, possibly too late. */
    DELAY,
    /** The request never arrives. */
    LOSE_REQUEST,
    /** The reply never arrives. */
    LOSE_REPLY,
    /** The connection breaks before the reply. */
    DISCONNECT,
    /** The reply arrives twice. */
    DUPLICATE,
    /** The broker refuses the whole request. */
    REFUSE,
    /** The broker wants to be left alone for the milliseconds given. */
    THROTTLE
  }

  /** The next requests of a family fare badly. */
  record Lose(Loss loss, RequestFamily family, int times, int millis) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.lose(loss, family, times, millis);
    }
  }

  /** The next requests for a partition are answered with an error. */
  record FailPartition(RequestFamily family, int partition, int times, ErrorCode error)
      implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.failPartition(family, partition, times, error);
    }
  }

  /** The next records of a partition arrive damaged. */
  record Damage(int partition, BatchFault.Kind kind) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.damage(partition, kind);
    }
  }

  /** The next Fetch finds its session forgotten. */
  record LoseSession() implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.loseSession();
    }
  }

  /** A broker forgets every session. */
  record ForgetSessions(int broker) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.forgetSessions(broker);
    }
  }

  /** A broker dies; another replica takes over, if one runs. */
  record StopBroker(int broker) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.stop(broker);
    }
  }

  /** A broker says nothing more, its connections stay. */
  record SilenceBroker(int broker) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.silence(broker);
    }
  }

  /** A broker that lacks the last records of a log is elected: they are lost. */
  record ElectUnclean(int partition, int broker, int lost) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.electUnclean(partition, broker, lost);
    }
  }

  /** A follower falls so many records behind, and copies nothing more. */
  record HoldBack(int partition, int broker, int records) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.holdBack(partition, broker, records);
    }
  }

  /** A leader sends its readers to this broker, which may not exist; 0 is as racks are. */
  record NameReplica(int partition, int broker) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.nameReplica(partition, broker);
    }
  }

  /** Another broker coordinates the group. */
  record MoveCoordinator(int broker) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.moveCoordinator(broker);
    }
  }

  /** The next look-ups of the coordinator name this broker, which may be another or none. */
  record NameCoordinator(int broker, int times) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.nameCoordinator(broker, times);
    }
  }

  /** The coordinator loads the group and answers nothing, or has done so. */
  record LoadGroup(boolean loading) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.loadGroup(loading);
    }
  }

  /** The group has live members, who alone may commit, or none any more. */
  record LiveMembers(boolean some) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.liveMembers(some);
    }
  }

  /** The next requests of a family are refused as a whole. */
  record Refuse(RequestFamily family, int times, ErrorCode error) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.refuse(family, times, error);
    }
  }

  /** The next commits time out, and the coordinator acts on them so much later. */
  record CommitLate(int times, int millis) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.commitLate(times, millis);
    }
  }

  /** The next operation of a kind on the offset store fails, as a disk would. */
  record FailStore(StoreFault.Operation operation) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.failStore(operation);
    }
  }

  /** The offset store hangs at its next operation of a kind. */
  record StallStore(StoreFault.Operation operation) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.stallStore(operation);
    }
  }

  /** The offset store hangs no longer. */
  record ResumeStore() implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.resumeStore();
    }
  }

  /** The gateway breaks its promise: it keeps the next completions back, or those of groups. */
  record KeepBack(int completions, boolean ofGroups) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.keepBack(completions, ofGroups);
    }
  }

  /** What was kept back comes, too late or not. */
  record LetGo() implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.letGo();
    }
  }

  /** The whole process stands still for so long. */
  record Freeze(int millis) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.freeze(millis);
    }
  }

  /** The wall clock jumps, forward or back. */
  record JumpWallClock(int seconds) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.jumpWallClock(seconds);
    }
  }
}
