package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import java.time.Duration;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** When a batch goes out that is not full. */
@NullUnmarked
class ProducerLingerTest extends ProducerFixture {

  private static final Duration LINGER = Duration.ofMillis(5);

  /**
   * Whenever the client was made: its times are not those of a clock that ticks in milliseconds.
   */
  @Test
  void aBatchLingersSoLongAndNotALittleLonger() {
    open(new ProducerWishes().linger(LINGER));
    send(T0, "first");
    producer().flush(SECOND);
    clock.advance(Duration.ofNanos(300_001));
    send(T0, "lingers");
    test.settle();

    clock.advance(LINGER.minusNanos(1));
    test.settle();
    assertThat(reports).hasSize(1);
    clock.advance(Duration.ofNanos(1));
    test.settle();
    assertThat(reports).hasSize(2);
  }

  /** The client may have been busy with others when the batch was opened. */
  @Test
  void itLingersFromItsFirstMessageOn() {
    open(new ProducerWishes().linger(LINGER));
    send(T0, "first");
    producer().flush(SECOND);
    send(T0, "lingers");
    clock.advance(LINGER);
    test.settle();

    assertThat(reports).hasSize(2);
  }
}
