package io.toppar.benchmarks.writer;

import io.toppar.benchmarks.Figures;
import io.toppar.benchmarks.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A process that writes so many records, several times over, and prints what that took. A pass ends
 * when all its records are acknowledged. The first pass has the JVM's warming up in it; of the
 * others, which are the steady ones, the last counts.
 *
 * <p>Arguments: MODE HOST:PORT TOPIC VALUE_BYTES RECORDS PASSES THREADS KEY=VALUE...
 */
public final class WriterMain {

  private WriterMain() {}

  /** Writes; fails unless every record is acknowledged. */
  public static void main(String[] arguments) throws InterruptedException {
    Load load = new Load(arguments);
    int records = load.number(0);
    int passes = load.number(1);
    int threads = load.number(2);
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    try (Writer writer = load.open()) {
      List<Callable<Void>> shares = shares(writer, load.values(), records, threads);
      long before = 0;
      for (int pass = 0; pass < passes; pass++) {
        pass(pass == 0 ? "first" : "steady", callers, shares, writer, records);
        long now = writer.acknowledged();
        if (now - before != records) {
          throw new IllegalStateException(
              "%d of %d records were acknowledged".formatted(now - before, records));
        }
        before = now;
      }
    } finally {
      callers.shutdownNow();
    }
    Figures.print("process.cpu.s", Meter.read().processNanos() / 1e9);
    Figures.print("peak.mb", Meter.peakResidentBytes() / 1e6);
  }

  /** What each thread does in a pass; the remainder is the last one's. */
  private static List<Callable<Void>> shares(
      Writer writer, byte[][] values, int records, int threads) {
    List<Callable<Void>> shares = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int share = records / threads + (i == threads - 1 ? records % threads : 0);
      Writer.Sender sender = writer.sender();
      shares.add(
          () -> {
            for (int sent = 0; sent < share; sent++) {
              sender.send(values[sent % values.length]);
            }
            return null;
          });
    }
    return shares;
  }

  private static void pass(
      String name, ExecutorService callers, List<Callable<Void>> shares, Writer writer, int records)
      throws InterruptedException {
    Meter before = Meter.read();
    for (Future<Void> share : callers.invokeAll(shares)) {
      try {
        share.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a record could not be handed over", e.getCause());
      }
    }
    writer.flush();
    Figures.print(name, Meter.read().since(before), records);
  }
}
