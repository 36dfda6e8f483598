package io.toppar.testing.simulation;

import io.toppar.testing.simulation.Violation.Kind;
import io.toppar.testing.simulation.WriterStep.Aim;
import io.toppar.testing.simulation.WriterStep.Way;
import org.jspecify.annotations.Nullable;

/**
 * The end of a play, once all is well: what was handed over comes to its end, and what is handed
 * over then is delivered, to every partition; then the client is closed, and nothing may be left.
 * Confined to its simulation's thread.
 */
final class WriteEnding {

  private static final int PATIENCE_MILLIS = (int) WritingClient.PATIENCE.toMillis();
  private static final int PAUSE_MILLIS = 10_000;

  private final WrittenCluster cluster;
  private final Writer writer;

  WriteEnding(WrittenCluster cluster, Writer writer) {
    this.cluster = cluster;
    this.writer = writer;
  }

  void play() {
    cluster.healBrokers();
    writer.client().brokers().letGo();
    flush();
    writer.check();
    for (int partition = 0; partition < Brokers.PARTITIONS; partition++) {
      if (cluster.exists(partition)) {
        deliver(partition);
      }
    }
    writer.close(WritingClient.PATIENCE);
    cluster.requireOrder();
    for (Sent sent : cluster.sent()) {
      if (sent.isDelivered() && writer.isTold()) {
        writer.reports().requireInLog(sent);
      }
    }
  }

  private void flush() {
    Violation.require(
        writer.flush(PATIENCE_MILLIS), Kind.NEVER_WRITTEN, "all is well, and a flush never ends");
  }

  /** What the client knows of a topic may be old: it has some time to learn. */
  private void deliver(int partition) {
    long until = cluster.clock.nanoTime() + WritingClient.PATIENCE.toNanos();
    Sent sent = null;
    while (sent == null || !sent.isDelivered()) {
      Violation.require(
          cluster.clock.nanoTime() - until < 0,
          Kind.NEVER_WRITTEN,
          Brokers.name(partition) + " takes nothing: " + report(sent));
      if (sent != null) {
        writer.pass(PAUSE_MILLIS);
      }
      sent = writer.send(partition, Aim.EXACT, Way.CALL, Shape.TOMBSTONE, 0);
      flush();
      writer.check();
    }
  }

  private static String report(@Nullable Sent sent) {
    return sent == null ? "no message was taken" : String.valueOf(sent.report);
  }
}
