package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.wiring.SystemClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for memory, with a thread of its own. */
@NullUnmarked
@Timeout(60)
class RoomTest {

  private static final long WAIT_NANOS = Duration.ofMillis(100).toNanos();

  private final SystemClock clock = new SystemClock();
  private final Room room = new Room();
  private final AtomicInteger tries = new AtomicInteger();
  private final ClientEngine engine =
      new ProduceEngine(
          new ProducerWishes().build(),
          new MemoryBrokerGateway(new MemoryCluster(clock, 1), clock),
          clock,
          new ThreadRunner("room", clock),
          null,
          end -> {},
          Runnable::run,
          Runnable::run);

  @Test
  void whoGivesBackWhatHisOwnFailedTryTookDoesNotTryAgainForThat() throws InterruptedException {
    SendOutcome outcome =
        room.await(
            () -> {
              tries.incrementAndGet();
              room.freed();
              return SendOutcome.NO_ROOM;
            },
            engine,
            clock.nanoTime() + WAIT_NANOS);

    assertThat(outcome).isEqualTo(SendOutcome.NO_ROOM);
    assertThat(tries)
        .as("at first, and when the time was over")
        .satisfies(it -> assertThat(it.get()).isBetween(2, 10));
  }

  @Test
  void whatOthersGiveBackIsTriedForAtOnce() throws InterruptedException {
    Thread other = new Thread(room::freed);
    SendOutcome outcome =
        room.await(
            () -> {
              if (tries.incrementAndGet() == 1) {
                other.start();
                return SendOutcome.NO_ROOM;
              }
              return SendOutcome.TAKEN;
            },
            engine,
            clock.nanoTime() + Duration.ofSeconds(50).toNanos());

    assertThat(outcome).isEqualTo(SendOutcome.TAKEN);
    assertThat(tries).satisfies(it -> assertThat(it.get()).isBetween(2, 10));
  }
}
