package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.client.EngineProducer;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Who asked is answered, even if the program itself is at fault. */
@NullUnmarked
class OwedRepliesTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final ManualRunner runner = new ManualRunner();
  private RuntimeException fault;
  private final ProduceEngine engine = engine();

  private ProduceEngine engine() {
    ProduceEngine made =
        new ProduceEngine(
            new ProducerWishes().build(),
            new MemoryBrokerGateway(cluster, clock),
            clock,
            runner,
            null,
            end -> {
              if (fault != null) {
                throw fault;
              }
              end.reported();
            },
            Runnable::run,
            Runnable::run);
    made.open();
    return made;
  }

  @Test
  void aReplyFailsByWhatItsTaskThrows() {
    IllegalStateException planted = new IllegalStateException("planted");
    CompletableFuture<String> reply =
        engine.asked(
            new CompletableFuture<>(),
            now -> {
              throw planted;
            });
    assertThat(reply).isNotDone();

    runner.runUntilIdle();

    assertThatThrownBy(reply::join).isInstanceOf(CompletionException.class).hasCause(planted);
    assertThatThrownBy(() -> Replies.await(reply, engine, engine.nowNanos()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("planted")
        .hasCause(planted);
    engine.close(SECOND);
  }

  @Test
  void whoeverAsksAProducerLearnsOfTheFaultToo() {
    Producer producer = new EngineProducer(engine, new CallbackQueue(Runnable::run));
    producer.send(Message.to("t").value("a"), null);
    producer.send(Message.to("t").value("b"), null);
    fault = new IllegalStateException("planted");

    CompletableFuture<Void> purged = producer.purge(true, true).toCompletableFuture();
    runner.runUntilIdle();

    assertThatThrownBy(purged::join).isInstanceOf(CompletionException.class).hasCause(fault);
    fault = null;
    producer.close(SECOND);
  }
}
