package io.toppar.benchmarks;

import io.toppar.domain.TopicPartitionEntry;
import io.toppar.domain.TopicPartitionList;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One {@code find} by name in a short and in a long list, elements asked for in random order, ten
 * partitions to a topic.
 *
 * <p>The names asked for are other objects than those in the list, as they are when they come out
 * of a reply; only the {@code String} of a topic is asked for again and again.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ListFindBenchmark {

  private static final int PARTITIONS = 10;

  /** Length of the list. */
  @Param({"1000", "100000"})
  public int elements;

  private TopicPartitionList list = new TopicPartitionList();
  private String[] topics = {};
  private int[] partitions = {};
  private int asked;

  /** For JMH. */
  public ListFindBenchmark() {}

  /** Fills the list, and draws what to ask for. */
  @Setup
  public void fill() {
    list = new TopicPartitionList(elements);
    String[] names = new String[elements / PARTITIONS];
    for (int i = 0; i < names.length; i++) {
      list.addRange("topic-" + i, 0, PARTITIONS - 1);
      names[i] = "topic-" + i;
    }
    SplittableRandom random = new SplittableRandom(1);
    topics = new String[elements];
    partitions = new int[elements];
    for (int i = 0; i < elements; i++) {
      topics[i] = names[random.nextInt(names.length)];
      partitions[i] = random.nextInt(PARTITIONS);
    }
    asked = 0;
  }

  /** Finds the next of the drawn elements. */
  @Benchmark
  public @Nullable TopicPartitionEntry find() {
    int next = asked + 1 == topics.length ? 0 : asked + 1;
    asked = next;
    return list.find(topics[next], partitions[next]);
  }
}
