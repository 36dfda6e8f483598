package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;

/** A client that writes, and its world. Confined to its simulation's thread. */
final class WritePlay implements Play {

  private final WrittenCluster cluster;
  private final Writer writer;
  private final Faults faults;
  private final WriteFaults writeFaults;

  WritePlay(WriteSetup setup, Transcript transcript) {
    this.cluster = new WrittenCluster(setup);
    this.writer = new Writer(setup, cluster, transcript);
    this.faults = new Faults(cluster, () -> writer.client().brokers());
    this.writeFaults = new WriteFaults(cluster);
  }

  @Override
  public long nowNanos() {
    return cluster.clock.nanoTime();
  }

  @Override
  public void play(Step step) {
    if (step instanceof ClusterStep change) {
      change.play(cluster);
    } else if (step instanceof FaultStep fault) {
      noteError(fault);
      fault.play(faults);
    } else if (step instanceof WriteFaultStep fault) {
      noteError(fault);
      fault.play(writeFaults);
    } else if (step instanceof WriterStep command) {
      command.play(writer);
    } else {
      throw Play.misplaced(step);
    }
  }

  private void noteError(FaultStep fault) {
    if (fault instanceof FaultStep.FailPartition fail) {
      writer.reports().callsFor(fail.error());
    } else if (fault instanceof FaultStep.Refuse refuse) {
      writer.reports().callsFor(refuse.error());
    } else if (fault instanceof FaultStep.Lose lose && lose.loss() == FaultStep.Loss.REFUSE) {
      writer.reports().callsFor(ErrorCode.UNKNOWN_SERVER_ERROR);
    }
  }

  private void noteError(WriteFaultStep fault) {
    if (fault instanceof WriteFaultStep.FailAppended fail) {
      writer.reports().callsFor(fail.error());
    } else if (fault instanceof WriteFaultStep.Reject) {
      writer.reports().callsFor(ErrorCode.INVALID_RECORD);
    }
  }

  @Override
  public void check() {
    writer.check();
  }

  @Override
  public void end() {
    new WriteEnding(cluster, writer).play();
  }
}
