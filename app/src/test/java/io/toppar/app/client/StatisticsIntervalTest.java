package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Statistics at an interval, and the listener that takes them. */
@NullUnmarked
class StatisticsIntervalTest extends ConsumerFixture {

  private static final Duration MILLI = Duration.ofMillis(1);

  private final List<Statistics> taken = new ArrayList<>();

  private List<Long> millisBetween() {
    List<Long> between = new ArrayList<>();
    for (int i = 1; i < taken.size(); i++) {
      between.add((taken.get(i).clockMicros() - taken.get(i - 1).clockMicros()) / 1_000);
    }
    return between;
  }

  @Test
  void theyComeAtTheIntervalTheFirstAfterOne() {
    reopen(new TestSettings().statistics(SECOND, taken::add));
    client.settle();
    assertThat(taken).isEmpty();
    client.pass(Duration.ofMillis(10_500));

    assertThat(taken).hasSize(10);
    assertThat(taken.get(0).ageMicros()).isBetween(1_000_000L, 1_001_000L);
    assertThat(millisBetween()).allMatch(millis -> millis == 1_000 || millis == 1_001);
  }

  /** B219: the shortest interval is one tick of the wheel, and no busy loop. */
  @Test
  void anIntervalOfAMillisecondGivesOneEachMillisecond() {
    reopen(new TestSettings().statistics(MILLI, taken::add));
    client.settle();
    int before = client.turns();
    client.pass(Duration.ofMillis(100));

    assertThat(taken).hasSizeBetween(99, 100);
    assertThat(millisBetween()).containsOnly(1L);
    assertThat(client.turns() - before).as("turns").isLessThan(500);
  }

  @Test
  void anIntervalOfZeroGivesNoneAndWakesNobody() { // B219
    reopen(new TestSettings().statistics(Duration.ZERO, taken::add));
    client.settle();
    int before = client.turns();
    client.pass(Duration.ofHours(1));

    assertThat(taken).isEmpty();
    assertThat(client.turns() - before).as("turns of a client without partitions").isLessThan(5);
  }

  @Test
  void withoutAListenerNoneAreTaken() {
    reopen(new TestSettings().statistics(SECOND, null));
    client.settle();
    int before = client.turns();
    client.pass(Duration.ofHours(1));

    assertThat(client.turns() - before).as("turns of a client without partitions").isLessThan(5);
  }

  @Test
  void theyComeWhileTheClientIsBusyAndWhileItIsIdle() {
    reopen(new TestSettings().statistics(SECOND, taken::add));
    append(T0, 100);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    client.pass(Duration.ofSeconds(5));

    assertThat(taken).hasSizeGreaterThanOrEqualTo(5);
    Statistics last = taken.get(taken.size() - 1);
    assertThat(last.topics().get("t").partitions().get(0).toppar().appOffset()).isEqualTo(100);
  }

  @Test
  void aListenerWithoutTimeGetsTheNewestAndOneTaskWaitsForIt() {
    ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    reopen(new TestSettings().statistics(SECOND, taken::add).callbacks(tasks::add));
    client.pass(Duration.ofMillis(100_500));
    assertThat(taken).as("nothing runs on the client's own thread").isEmpty();
    assertThat(tasks).as("tasks after a hundred intervals").hasSize(1);

    tasks.remove().run();
    assertThat(taken).hasSize(1);
    assertThat(taken.get(0).ageMicros()).as("the newest").isGreaterThanOrEqualTo(100_000_000);
    assertThat(tasks).isEmpty();
    client.pass(SECOND);
    assertThat(tasks).as("and it goes on").hasSize(1);
  }

  @Test
  void whatComesWhileTheListenerRunsIsGivenToItAfterwardsAndNotAtOnce() {
    ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    reopen(
        new TestSettings()
            .callbacks(tasks::add)
            .statistics(
                SECOND,
                statistics -> {
                  taken.add(statistics);
                  if (taken.size() == 1) {
                    client.pass(Duration.ofMillis(3_500));
                    assertThat(tasks).as("tasks beside the one that runs").isEmpty();
                  }
                }));
    client.pass(SECOND.plus(MILLI));
    tasks.remove().run();

    assertThat(tasks).hasSize(1);
    tasks.remove().run();
    assertThat(taken).hasSize(2);
    assertThat(taken.get(1).ageMicros()).isGreaterThanOrEqualTo(4_000_000);
    assertThat(tasks).isEmpty();
  }

  @Test
  void aListenerThatThrowsIsCalledAgain() {
    reopen(
        new TestSettings()
            .statistics(
                SECOND,
                statistics -> {
                  taken.add(statistics);
                  throw new IllegalStateException("of the listener's own");
                }));
    client.pass(Duration.ofMillis(3_500));

    assertThat(taken).hasSize(3);
  }

  @Test
  void anExecutorThatRefusesCostsStatisticsAndNothingElse() {
    List<Runnable> refused = new ArrayList<>();
    reopen(
        new TestSettings()
            .statistics(SECOND, taken::add)
            .callbacks(
                task -> {
                  refused.add(task);
                  throw new RejectedExecutionException("shut down");
                }));
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 3));
    client.pass(Duration.ofSeconds(5));

    assertThat(refused).hasSizeGreaterThan(1);
    assertThat(taken).isEmpty();
  }
}
