package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** With an executor that runs callbacks at once they run on the client's own thread. */
@NullUnmarked
class ProducerOwnThreadTest extends ProducerFixture {

  private static final long LIMIT = 20_000;

  private final List<RuntimeException> thrown = new ArrayList<>();

  /** Has this run when a message has been delivered; keeps what it throws. */
  private void inACallback(Runnable call) {
    producer()
        .send(
            Message.to("t", 0).value("v"),
            report -> {
              try {
                call.run();
              } catch (RuntimeException e) {
                thrown.add(e);
              }
            });
    producer().flush(SECOND);
  }

  private void assertRefused(String named) {
    assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(thrown.get(0)).hasMessageContaining(named);
    send(T0, "afterwards");
    producer().flush(SECOND);
    assertThat(values(T0)).endsWith("afterwards");
  }

  @Test
  void aSendThatFindsRoomIsTaken() {
    inACallback(() -> send(T1, "more"));
    producer().flush(SECOND);
    assertThat(thrown).isEmpty();
    assertThat(values(T1)).containsExactly("more");
  }

  @Test
  void aSendThatWouldWaitForRoomIsRefused() {
    open(new ProducerWishes().bufferBytes(LIMIT).requestBytes(10_000));
    inACallback(
        () -> {
          for (int i = 0; i < 100; i++) {
            producer().send(Message.to("t", 1).value(new byte[1_000]), null);
          }
        });
    assertRefused("send finds no room, so it blocks and was called on the client's own thread");
  }

  @Test
  void flushIsRefused() {
    inACallback(() -> producer().flush(SECOND));
    assertRefused("flush");
  }

  @Test
  void closeIsRefusedAndTheProducerGoesOn() {
    inACallback(() -> producer().close(Duration.ZERO));
    assertRefused("close blocks and was called on the client's own thread");
  }

  @Test
  void aQuestionThatWaitsIsRefused() {
    inACallback(() -> producer().clusterMetadata(List.of("t"), SECOND));
    assertRefused("clusterMetadata blocks");
  }
}
