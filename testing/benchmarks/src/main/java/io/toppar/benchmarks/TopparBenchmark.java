package io.toppar.benchmarks;

import io.toppar.domain.Toppar;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Making a toppar and starting it; with the gc profiler, the bytes of an idle one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class TopparBenchmark {

  private final IdleToppar idle = new IdleToppar();

  /** For JMH. */
  public TopparBenchmark() {}

  /** One toppar, started and without anything to read. */
  @Benchmark
  public Toppar make() {
    return idle.make();
  }
}
