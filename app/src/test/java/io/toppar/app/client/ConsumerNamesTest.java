package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of topics, as the application gives them. */
@NullUnmarked
class ConsumerNamesTest extends ConsumerFixture {

  private static final String TEN = "abcdefghij";
  private static final String FIFTY = TEN + TEN + TEN + TEN + TEN;
  private static final String TOO_LONG = FIFTY + FIFTY + FIFTY + FIFTY + FIFTY;

  @ParameterizedTest
  @ValueSource(strings = {"t\ud800", TOO_LONG})
  void aNameThatNoTopicCanHaveIsRefusedWhereverItIsGiven(String name) { // M19
    TopicPartition none = new TopicPartition(name, 0);
    Map<TopicPartition, StoredOffset> positions = Map.of(none, StoredOffset.of(1));
    List<ThrowingCallable> calls =
        List.of(
            () -> consumer().assign(List.of(Assignment.stored(none))),
            () -> consumer().offsetsForTimes(Map.of(none, 1L), SECOND),
            () -> consumer().offsetsForTimesAsync(Map.of(none, 1L), SECOND),
            () -> consumer().beginningOffsets(List.of(none), SECOND),
            () -> consumer().endOffsets(List.of(none), SECOND),
            () -> consumer().queryWatermarks(none, SECOND),
            () -> consumer().queryLag(List.of(none), SECOND),
            () -> consumer().committed(List.of(none), SECOND),
            () -> consumer().commit(positions, SECOND),
            () -> consumer().commitAsync(positions),
            () -> consumer().clusterMetadata(List.of(name), SECOND),
            () -> consumer().clusterMetadataAsync(List.of(name), SECOND));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              TopparException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_INVALID_ARG);
                assertThat(e.category()).isEqualTo(ErrorCategory.CONFIGURATION);
              })
          .hasMessageContaining("a topic name");
    }
  }
}
