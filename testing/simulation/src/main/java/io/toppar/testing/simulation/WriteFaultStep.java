package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;

/** Something that goes wrong for those who write. Immutable, any thread. */
sealed interface WriteFaultStep extends Step {

  /** Plays it. */
  void play(WriteFaults faults);

  /** How a Produce can fare badly that no other request can. */
  enum Mishap {
    /** It arrives twice. */
    TWICE,
    /** Not one byte of it is sent. */
    UNREACHABLE,
    /** The connection breaks while it is sent. */
    BREAK_OFF
  }

  /** The next Produce requests fare badly. */
  record Spoil(Mishap mishap, int times) implements WriteFaultStep {
    @Override
    public void play(WriteFaults faults) {
      faults.spoil(mishap, times);
    }
  }

  /** The next Produce times out, and its broker acts on it so much later. */
  record ProduceLate(int times, int millis) implements WriteFaultStep {
    @Override
    public void play(WriteFaults faults) {
      faults.produceLate(times, millis);
    }
  }

  /** The next batches for a partition are appended, and answered with an error all the same. */
  record FailAppended(int partition, int times, ErrorCode error) implements WriteFaultStep {
    @Override
    public void play(WriteFaults faults) {
      faults.failAppended(partition, times, error);
    }
  }

  /** The broker takes offence at one record of the next batch for a partition. */
  record Reject(int partition, int index) implements WriteFaultStep {
    @Override
    public void play(WriteFaults faults) {
      faults.reject(partition, index);
    }
  }

  /**
   * A log forgets its producers.
   *
   * @param told whether the next batch is answered UNKNOWN_PRODUCER_ID, as old brokers do
   */
  record ForgetProducers(int partition, boolean told) implements WriteFaultStep {
    @Override
    public void play(WriteFaults faults) {
      faults.forgetProducers(partition, told);
    }
  }
}
