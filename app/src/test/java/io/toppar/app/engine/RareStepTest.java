package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A rare step does what a call would. */
class RareStepTest {

  private final RareStep rarely = new RareStep();

  @Test
  void aStepIsDoneOnceAndItsResultIsGiven() {
    AtomicInteger done = new AtomicInteger();
    assertThat(rarely.take(done::incrementAndGet)).isEqualTo(1);
    rarely.run(done::incrementAndGet);
    assertThat(done).hasValue(2);
  }

  @Test
  void whatAStepThrowsArrivesAsItIs() {
    EngineException refusal = new EngineException(ErrorCode.LOCAL_DESTROY, "closed");
    OutOfMemoryError error = new OutOfMemoryError("direct");
    assertThatThrownBy(
            () ->
                rarely.take(
                    () -> {
                      throw refusal;
                    }))
        .isSameAs(refusal);
    assertThatThrownBy(
            () ->
                rarely.run(
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
  }
}
