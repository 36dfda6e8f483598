package io.toppar.testing.simulation;

/** A command of an application that writes. Immutable, any thread. */
sealed interface WriterStep extends Step {

  /** Plays it. */
  void play(Writer writer);

  /** Where a message is to go. */
  enum Aim {
    /** To the partition. */
    EXACT,
    /** Anywhere in the topic of the partition. */
    ANY,
    /** To a partition that this topic will never have. */
    BEYOND,
    /** To a topic that will never exist. */
    NOWHERE
  }

  /** How it is handed over. */
  enum Way {
    /** Without waiting for room, with a callback. */
    TRY,
    /** With a callback. */
    CALL,
    /** With a callback that throws. */
    THROW,
    /** With a stage. */
    STAGE,
    /** With nobody to be told but the listener. */
    UNTOLD
  }

  /** Sends so many messages, one by one. */
  record Send(int partition, Aim aim, Way way, Shape shape, int bytes, int messages)
      implements WriterStep {
    @Override
    public void play(Writer writer) {
      for (int i = 0; i < messages; i++) {
        writer.send(partition, aim, way, shape, bytes);
      }
    }
  }

  /** Flushes, and waits so long. */
  record Flush(int millis) implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.flush(millis);
    }
  }

  /** Flushes, without waiting. */
  record AskFlush() implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.askFlush();
    }
  }

  /** Gives up what is queued, what is in flight, or both. */
  record Purge(boolean queued, boolean inFlight) implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.purge(queued, inFlight);
    }
  }

  /** The application takes no more reports: its executor is busy. */
  record HoldReports() implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.holdReports();
    }
  }

  /** It takes those that wait, and what comes. */
  record TakeReports() implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.takeReports();
    }
  }

  /** Does something else for a while: the client's own work goes on. */
  record Pass(int millis) implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.pass(millis);
    }
  }

  /** Closes the client, which has so much time, and opens another. */
  record Restart(int millis) implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.restart(millis);
    }
  }

  /** The process dies, and another begins. */
  record Die() implements WriterStep {
    @Override
    public void play(Writer writer) {
      writer.die();
    }
  }
}
