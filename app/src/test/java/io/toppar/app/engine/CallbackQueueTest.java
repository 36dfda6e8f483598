package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The order of callbacks, whatever executor runs them. */
@NullUnmarked
class CallbackQueueTest {

  private final List<Integer> ran = new ArrayList<>();

  @Test
  void tasksRunOneAtATimeAndInOrderOnAnExecutorOfManyThreads() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    CallbackQueue queue = new CallbackQueue(pool);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
    CountDownLatch done = new CountDownLatch(5_000);
    for (int i = 0; i < 5_000; i++) {
      int number = i;
      queue.execute(
          () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            order.add(number);
            running.decrementAndGet();
            done.countDown();
          });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    pool.shutdownNow();
    assertThat(most).hasValue(1);
    assertThat(order).containsExactlyElementsOf(IntStream.range(0, 5_000).boxed().toList());
  }

  @Test
  void aTaskThatThrowsDoesNotKeepTheOthersFromRunning() {
    CallbackQueue queue = new CallbackQueue(Runnable::run);
    queue.execute(
        () -> {
          throw new IllegalStateException("planted");
        });
    queue.execute(() -> ran.add(1));
    assertThat(ran).containsExactly(1);
  }

  @Test
  void whatIsRefusedIsKeptAndComesFirstLater() {
    ArrayDeque<Boolean> refusals = new ArrayDeque<>(List.of(true, true, false));
    CallbackQueue queue =
        new CallbackQueue(
            task -> {
              if (refusals.poll()) {
                throw new RejectedExecutionException("planted");
              }
              task.run();
            });
    queue.execute(() -> ran.add(1));
    queue.execute(() -> ran.add(2));
    assertThat(ran).isEmpty();
    queue.execute(() -> ran.add(3));
    assertThat(ran).containsExactly(1, 2, 3);
  }

  @Test
  void anExecutorThatFindsNoThreadByAnErrorIsTriedAgain() {
    ArrayDeque<Boolean> errors = new ArrayDeque<>(List.of(true, false));
    CallbackQueue queue =
        new CallbackQueue(
            task -> {
              if (errors.poll()) {
                throw new InternalError("planted");
              }
              task.run();
            });
    queue.execute(() -> ran.add(1));
    queue.execute(() -> ran.add(2));
    assertThat(ran).containsExactly(1, 2);
  }

  @Test
  void whatIsRefusedToTheEndRunsOnTheThreadThatCloses() {
    CallbackQueue queue =
        new CallbackQueue(
            task -> {
              throw new RejectedExecutionException("planted");
            });
    queue.execute(() -> ran.add(1));
    queue.runRefused();
    assertThat(ran).containsExactly(1);
  }

  @Test
  void aTaskKnowsThatItRunsHere() {
    CallbackQueue queue = new CallbackQueue(Runnable::run);
    List<Boolean> here = new ArrayList<>();
    queue.execute(() -> here.add(queue.isHere()));
    assertThat(here).containsExactly(true);
    assertThat(queue.isHere()).isFalse();
  }
}
