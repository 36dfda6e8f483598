package io.toppar.testing.simulation;

/** A command of the application. Immutable, any thread. */
sealed interface UserStep extends Step {

  /** Plays it. */
  void play(User user);

  /** Where to start or seek. */
  enum Place {
    /** The beginning of the log. */
    BEGINNING,
    /** Its end. */
    END,
    /** The offset stored, or for a seek the middle of the log. */
    STORED,
    /** So many records before the end. */
    TAIL,
    /** So many thousandths of the way through the log. */
    WITHIN,
    /** Where the oldest batch still held begins; within the log if there is none. */
    HELD,
    /**
     * Behind the oldest batch still held, with the epoch of its last record; else within the log.
     */
    BEHIND
  }

  /**
   * Assigns the partitions of a set of bits.
   *
   * @param fresh those of them that start anew even if they are assigned already
   */
  record Assign(int partitions, int fresh, Place place, int number) implements UserStep {
    @Override
    public void play(User user) {
      user.assign(partitions, fresh, place, number);
    }
  }

  /** Seeks. */
  record Seek(int partition, Place place, int number) implements UserStep {
    @Override
    public void play(User user) {
      user.seek(partition, place, number);
    }
  }

  /** Pauses. */
  record Pause(int partition) implements UserStep {
    @Override
    public void play(User user) {
      user.gate(partition, true);
    }
  }

  /** Resumes. */
  record Resume(int partition) implements UserStep {
    @Override
    public void play(User user) {
      user.gate(partition, false);
    }
  }

  /** What of a batch is finished. */
  enum Part {
    /** One record, in any order. */
    ONE,
    /** Every record before one. */
    UP_TO,
    /** Every record. */
    ALL,
    /** What is not, never will be. */
    NOTHING_MORE
  }

  /**
   * Polls once, reads what comes, and holds no more batches than that.
   *
   * @param acknowledges whether it is said of each record when it is finished, rather than by the
   *     release
   */
  record Poll(int millis, int held, boolean acknowledges) implements UserStep {
    @Override
    public void play(User user) {
      user.poll(millis, held, acknowledges);
    }
  }

  /** Acknowledges something of a batch, be it released or not, in time or not. */
  record Acknowledge(int index, Part part, int number) implements UserStep {
    @Override
    public void play(User user) {
      user.acknowledge(index, part, number);
    }
  }

  /** Does something else for a while: the client's own work goes on. */
  record Work(int millis) implements UserStep {
    @Override
    public void play(User user) {
      user.work(millis);
    }
  }

  /** Releases one of the batches held, late and out of order; first reads it again, if so. */
  record Release(int index, boolean again) implements UserStep {
    @Override
    public void play(User user) {
      user.release(index, again);
    }
  }

  /** Gives a batch back unprocessed. */
  record Abandon(int index) implements UserStep {
    @Override
    public void play(User user) {
      user.abandon(index);
    }
  }

  /** Stores a position that lies so far back; only where the user stores by himself. */
  record Store(int partition, int back) implements UserStep {
    @Override
    public void play(User user) {
      user.store(partition, back);
    }
  }

  /** Commits, without waiting. */
  record Commit() implements UserStep {
    @Override
    public void play(User user) {
      user.commit();
    }
  }

  /** Asks for the end of a log, without waiting. */
  record AskEnd(int partition) implements UserStep {
    @Override
    public void play(User user) {
      user.askEnd(partition);
    }
  }

  /** Closes the client, which has so much time, and opens another over the same offsets. */
  record Reopen(int millis) implements UserStep {
    @Override
    public void play(User user) {
      user.reopen(millis);
    }
  }

  /** The process dies, and another begins over the same offsets. */
  record Kill() implements UserStep {
    @Override
    public void play(User user) {
      user.kill();
    }
  }
}
