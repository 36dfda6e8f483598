package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that are interrupted before or while they close or flush. */
@NullUnmarked
@Timeout(60)
class ProducerInterruptTest extends ProducerFixture {

  private static final Duration MINUTES = Duration.ofMinutes(10);

  private final ConcurrentLinkedQueue<Runnable> callbacks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean flag = new AtomicBoolean();
  private final AtomicInteger told = new AtomicInteger();
  private final AtomicReference<TopparException> thrown = new AtomicReference<>();

  @BeforeEach
  void callbacksRunWhenTheTestSaysSo() {
    open(new ProducerWishes().callbacks(callbacks::add).linger(LONG));
  }

  private void runCallbacks() {
    while (!callbacks.isEmpty()) {
      callbacks.poll().run();
    }
  }

  /** A thread that does this, having been interrupted before; it waits or is through. */
  private Thread interrupted(Runnable call) {
    Thread caller =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              try {
                call.run();
              } catch (TopparException e) {
                thrown.set(e);
              }
              flag.set(Thread.currentThread().isInterrupted());
              told.set(reports.size());
            });
    caller.start();
    while (caller.getState() != Thread.State.TIMED_WAITING && caller.isAlive()) {
      Thread.onSpinWait();
    }
    return caller;
  }

  @Test
  void whoClosesAllTheSameSendsWhatThereIsAndSeesItReported() throws InterruptedException {
    send(T0, "v");
    Thread closer = interrupted(() -> producer().close(MINUTES));
    assertThat(closer.isAlive()).as("waits for the callbacks").isTrue();
    closer.interrupt();
    runCallbacks();
    closer.join();

    assertThat(told).hasValue(1);
    assertThat(reports).allMatch(DeliveryReport::isDelivered);
    assertThat(flag).isTrue();
    assertThat(thrown).hasNullValue();
  }

  @Test
  void whoFlushesIsToldSoAndWhatIsThereIsReportedLater() throws InterruptedException {
    send(T0, "v");
    Thread flusher = interrupted(() -> producer().flush(MINUTES));
    flusher.join();

    assertThat(thrown.get().code()).isEqualTo(ErrorCode.LOCAL_TIMED_OUT);
    assertThat(thrown.get()).hasMessageContaining("interrupted");
    assertThat(flag).isTrue();
    assertThat(told).hasValue(0);
    runCallbacks();
    assertThat(reports).hasSize(1).allMatch(DeliveryReport::isDelivered);
  }
}
