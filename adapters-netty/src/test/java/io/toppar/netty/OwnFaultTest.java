package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Something of ours throws on the event loop: the request completes all the same, once. */
final class OwnFaultTest {

  @Test
  void aFaultWhileARequestIsTakenCompletesItAsFailed() {
    try (OpenGateway client = new OpenGateway(NettyGatewayOptions.builder("127.0.0.1:1").build())) {
      BrokerRequest request = client.metadata(30_000, "t");
      client.clock.failOnce(new IllegalStateException("planted"));

      CompletableFuture<BrokerOutcome> answer = client.submit(request);
      client.settle();

      assertThat(answer.getNow(null))
          .isInstanceOfSatisfying(
              BrokerOutcome.Failed.class,
              failed -> {
                assertThat(failed.kind()).isEqualTo(BrokerOutcome.Kind.TRANSPORT);
                assertThat(failed.detail()).contains("a fault of this client", "planted");
              });
    }
  }
}
