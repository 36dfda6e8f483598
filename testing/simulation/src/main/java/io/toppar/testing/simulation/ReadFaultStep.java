package io.toppar.testing.simulation;

import io.toppar.domain.BatchFault;
import io.toppar.testing.memory.StoreFault;

/** Something that goes wrong for those who read. Immutable, any thread. */
sealed interface ReadFaultStep extends Step {

  /** Plays it. */
  void play(ReadFaults faults);

  /** The next records of a partition arrive damaged. */
  record Damage(int partition, BatchFault.Kind kind) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.damage(partition, kind);
    }
  }

  /** The next Fetch finds its session forgotten. */
  record LoseSession() implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.loseSession();
    }
  }

  /** A broker forgets every session. */
  record ForgetSessions(int broker) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.forgetSessions(broker);
    }
  }

  /** A follower falls so many records behind, and copies nothing more. */
  record HoldBack(int partition, int broker, int records) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.holdBack(partition, broker, records);
    }
  }

  /** A leader sends its readers to this broker, which may not exist; 0 is as racks are. */
  record NameReplica(int partition, int broker) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.nameReplica(partition, broker);
    }
  }

  /** Another broker coordinates the group. */
  record MoveCoordinator(int broker) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.moveCoordinator(broker);
    }
  }

  /** The next look-ups of the coordinator name this broker, which may be another or none. */
  record NameCoordinator(int broker, int times) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.nameCoordinator(broker, times);
    }
  }

  /** The coordinator loads the group and answers nothing, or has done so. */
  record LoadGroup(boolean loading) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.loadGroup(loading);
    }
  }

  /** The group has live members, who alone may commit, or none any more. */
  record LiveMembers(boolean some) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.liveMembers(some);
    }
  }

  /** The next commits time out, and the coordinator acts on them so much later. */
  record CommitLate(int times, int millis) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.commitLate(times, millis);
    }
  }

  /** The next operation of a kind on the offset store fails, as a disk would. */
  record FailStore(StoreFault.Operation operation) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.failStore(operation);
    }
  }

  /** The offset store hangs at its next operation of a kind. */
  record StallStore(StoreFault.Operation operation) implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.stallStore(operation);
    }
  }

  /** The offset store hangs no longer. */
  record ResumeStore() implements ReadFaultStep {
    @Override
    public void play(ReadFaults faults) {
      faults.resumeStore();
    }
  }
}
