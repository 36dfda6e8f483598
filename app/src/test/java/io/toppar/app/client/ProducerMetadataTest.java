package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicMetadata;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What a producer says of the cluster, when it is asked. */
@NullUnmarked
class ProducerMetadataTest extends ProducerFixture {

  @Test
  void itTellsOfTheTopicsAskedForAndMakesNone() {
    ClusterMetadata found = producer().clusterMetadata(List.of("t", "nosuch"), SECOND);

    assertThat(found.brokers()).hasSize(2);
    assertThat(found.topics()).extracting(TopicMetadata::name).contains("t");
    assertThat(producer().clusterMetadata(null, SECOND).topics())
        .extracting(TopicMetadata::name)
        .containsExactly("t");
  }

  @Test
  void withoutABrokerItSaysSoAfterTheTimeGiven() {
    cluster.stop(1);
    cluster.stop(2);
    long before = clock.nanoTime();

    assertThatThrownBy(() -> producer().clusterMetadata(null, SECOND))
        .isInstanceOfSatisfying(
            TopparException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_TIMED_OUT);
              assertThat(e.category()).isEqualTo(ErrorCategory.RETRY);
            })
        .hasMessageContaining("no metadata in time; last: ");
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isEqualTo(SECOND);
  }

  @Test
  void closingAnswersWhoStillWaits() {
    cluster.stop(1);
    cluster.stop(2);
    CompletableFuture<ClusterMetadata> asked =
        producer().clusterMetadataAsync(null, LONG).toCompletableFuture();
    test.pass(SECOND);
    assertThat(asked).isNotDone();

    producer().close(SECOND);
    assertThat(asked)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            TopparException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_DESTROY));
  }
}
