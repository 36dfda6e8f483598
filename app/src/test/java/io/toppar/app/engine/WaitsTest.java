package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitsTest {

  @Test
  void longTimesDoNotOverflow() { // B217
    assertThat(Waits.nanos(Duration.ofHours(1))).isEqualTo(3_600_000_000_000L);
    assertThat(Waits.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE / 2);
    assertThat(Waits.nanos(Duration.ofSeconds(-1))).isZero();
  }
}
