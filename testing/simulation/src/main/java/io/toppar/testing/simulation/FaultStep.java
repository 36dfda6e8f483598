package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.RequestFamily;

/** Something that goes wrong, whatever the client does. Immutable, any thread. */
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

  /** The next requests of a family are refused as a whole. */
  record Refuse(RequestFamily family, int times, ErrorCode error) implements FaultStep {
    @Override
    public void play(Faults faults) {
      faults.refuse(family, times, error);
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
