package io.toppar.domain.produce;

import static io.toppar.domain.produce.ProduceFixture.PLAIN;
import static io.toppar.domain.produce.ProduceFixture.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import org.junit.jupiter.api.Test;

/** Which batch goes out when, and in which order. */
class ProduceOrderTest {

  @Test
  void anOpenBatchLingersThenIsSealedSentAndDelivered() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);

    assertThat(f.open("a", 0)).isEmpty();
    assertThat(f.toDeadline()).isEqualTo(5);
    assertThat(f.turn()).containsExactly("seal a");
    assertThat(f.seal("a")).containsExactly("produce to 1: a");
    assertThat(f.delivered(1, 40)).containsExactly("a delivered at 40");
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  /** B177. */
  @Test
  void withOneRequestInFlightARetryGoesBeforeWhatWasBuiltMeanwhile() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 1);

    assertThat(f.send("a", 0)).containsExactly("produce to 1: a");
    assertThat(f.send("b", 0)).isEmpty();
    f.refused(1, ErrorCode.NOT_ENOUGH_REPLICAS);
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a");
    assertThat(f.delivered(2, 0)).containsExactly("a delivered at 0", "produce to 1: b");
  }
}
