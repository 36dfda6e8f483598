package io.toppar.benchmarks.writer;

import io.toppar.benchmarks.Figures;
import io.toppar.benchmarks.Meter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that writes at a fixed rate, and prints how long after its time each record was
 * acknowledged. In each millisecond as many records are due, whether or not those before have been
 * handed over or answered: a client that stalls is late with all of them.
 *
 * <p>Arguments: MODE HOST:PORT TOPIC VALUE_BYTES RECORDS_PER_SECOND WARMING_SECONDS SECONDS
 * KEY=VALUE...
 */
public final class LatencyMain {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int TICKS_PER_SECOND = 1000;

  private LatencyMain() {}

  /** Writes; fails unless every record is acknowledged. */
  public static void main(String[] arguments) {
    Load load = new Load(arguments);
    byte[][] values = load.values();
    int eachTick = load.number(0) / TICKS_PER_SECOND;
    try (Writer writer = load.open()) {
      Latencies warming = new Latencies(eachTick * TICKS_PER_SECOND * load.number(1));
      write(writer, values, eachTick, warming);
      Latencies measured = new Latencies(eachTick * TICKS_PER_SECOND * load.number(2));
      Meter before = Meter.read();
      write(writer, values, eachTick, measured);
      Meter used = Meter.read().since(before);
      if (writer.acknowledged() != warming.count() + measured.count()) {
        throw new IllegalStateException("not every record was acknowledged");
      }
      measured.print();
      Figures.print("core.percent", 100.0 * used.processNanos() / used.wallNanos());
    }
    Figures.print("peak.mb", Meter.peakResidentBytes() / 1e6);
  }

  private static void write(Writer writer, byte[][] values, int eachTick, Latencies latencies) {
    Writer.Sender sender = writer.sender();
    long dueNanos = System.nanoTime();
    for (int record = 0; record < latencies.count(); dueNanos += TICK_NANOS) {
      awaitNanos(dueNanos);
      for (int i = 0; i < eachTick; i++, record++) {
        sender.send(values[record % values.length], latencies.began(record, dueNanos));
      }
    }
    writer.flush();
  }

  private static void awaitNanos(long dueNanos) {
    long left = dueNanos - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = dueNanos - System.nanoTime();
    }
  }
}
