package io.toppar.testing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Plays seeds one after the other, on some threads, until there are enough or time is over. */
final class SeedRun {

  static final int STEPS = 2_000;

  /** What the clients of a run do; each has seeds of its own. */
  enum Kind {
    /** They read. */
    READING,
    /** They write. */
    WRITING;

    /** The scenario of a seed. */
    Scenario scenario(long seed, int steps) {
      return switch (this) {
        case READING -> Scenario.of(seed, steps);
        case WRITING -> Scenario.ofWriting(seed, steps);
      };
    }
  }

  /** A seed whose play found something. */
  record Failure(long seed, Scenario scenario, Simulation.Outcome outcome) {}

  private final Kind kind;
  private final long firstSeed;
  private final long seeds;
  private final long untilNanos;
  private final int steps;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong played = new AtomicLong();
  private final AtomicLong happened = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();
  private final ConcurrentLinkedQueue<Failure> failures = new ConcurrentLinkedQueue<>();
  private final long startNanos = System.nanoTime();

  SeedRun(Kind kind, long firstSeed, long seeds, long seconds, int steps) {
    this.kind = kind;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
    this.steps = steps;
    this.untilNanos = startNanos + seconds * 1_000_000_000L;
  }

  /** Runs to its end, or to the first failure; that of the lowest seed, or null. */
  @Nullable Failure run(int threads) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(this::work, "simulation-" + i);
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    Failure first = null;
    for (Failure failure : failures) {
      if (first == null || failure.seed < first.seed) {
        first = failure;
      }
    }
    return first;
  }

  private void work() {
    while (!over.get() && System.nanoTime() - untilNanos < 0) {
      long index = next.getAndIncrement();
      if (index >= seeds) {
        return;
      }
      long seed = firstSeed + index;
      Scenario scenario = kind.scenario(seed, steps);
      Simulation.Outcome outcome = Simulation.play(scenario);
      played.incrementAndGet();
      happened.addAndGet(outcome.happened());
      if (!outcome.isSound()) {
        failures.add(new Failure(seed, scenario, outcome));
        over.set(true);
      }
    }
  }

  long played() {
    return played.get();
  }

  /** One line about what was done. */
  String summary() {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    return String.format(
        "simulation: %s, %d seeds of %d steps, %d events, %.1f s, %.1f seeds/s",
        kind, played.get(), steps, happened.get(), seconds, played.get() / seconds);
  }

  /**
   * Plays seeds: kind, first seed, number of seeds, seconds, threads. Exit status 1 is a finding.
   */
  public static void main(String[] args) throws InterruptedException {
    SeedRun run =
        new SeedRun(
            Kind.valueOf(args[0]),
            Long.parseLong(args[1]),
            Long.parseLong(args[2]),
            Long.parseLong(args[3]),
            STEPS);
    Failure failure = run.run(Integer.parseInt(args[4]));
    System.out.println(run.summary());
    if (failure != null) {
      System.out.println("seed " + failure.seed + ", step " + failure.outcome.played());
      System.out.println(failure.outcome.violation());
      System.exit(1);
    }
  }
}
