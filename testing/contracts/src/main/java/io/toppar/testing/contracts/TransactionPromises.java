package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.testing.contracts.BrokerGatewayFixture.Transaction;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a gateway promises about the records of transactions. */
interface TransactionPromises extends GatewayPromises {

  @ParameterizedTest
  @EnumSource(BatchCodec.class)
  @DisplayName("aborted records are hidden under read_committed only, in every codec (B099)")
  default void abortedRecordsAreHiddenUnderReadCommitted(BatchCodec codec) {
    needs(BrokerAbility.TRANSACTIONS);
    TopicPartition words = newTopic(1);
    append(words, "before");
    Transaction aborted = fixture().begin();
    aborted.append(words, codec, records("x", "y"));
    aborted.abort();
    append(words, "after");
    GatewayProbe probe = newProbe();
    assertThat(texts(probe, words, 5, IsolationLevel.READ_COMMITTED))
        .containsExactly("before", "after");
    assertThat(texts(probe, words, 5, IsolationLevel.READ_UNCOMMITTED))
        .containsExactly("before", "x", "y", "after");
  }

  @Test
  default void committedRecordsAreReadAndTheMarkerIsSteppedOver() {
    needs(BrokerAbility.TRANSACTIONS);
    TopicPartition words = newTopic(1);
    Transaction committed = fixture().begin();
    committed.append(words, BatchCodec.NONE, records("a", "b"));
    committed.commit();
    append(words, "c");
    List<SeenRecord> seen = newProbe().read(words, 0, 4, IsolationLevel.READ_COMMITTED);
    assertThat(seen).extracting(SeenRecord::text).containsExactly("a", "b", "c");
    assertThat(seen).extracting(SeenRecord::offset).containsExactly(0L, 1L, 3L);
  }

  @Test
  @DisplayName("a log that ends with a marker is read to its end (B095, B096)")
  default void aLogThatEndsWithAMarkerIsReadToItsEnd() {
    needs(BrokerAbility.TRANSACTIONS);
    TopicPartition words = newTopic(1);
    Transaction aborted = fixture().begin();
    aborted.append(words, BatchCodec.NONE, records("x"));
    aborted.abort();
    GatewayProbe probe = newProbe();
    assertThat(probe.offset(words, OffsetQuery.LATEST).offset()).isEqualTo(2);
    assertThat(probe.read(words, 0, 2, IsolationLevel.READ_COMMITTED)).isEmpty();
    assertThat(probe.read(words, 1, 2, IsolationLevel.READ_UNCOMMITTED)).isEmpty();
  }

  @Test
  default void whatAnOpenTransactionHoldsBackComesWithItsEnd() {
    needs(BrokerAbility.TRANSACTIONS);
    TopicPartition words = newTopic(1);
    append(words, "before");
    Transaction open = fixture().begin();
    open.append(words, BatchCodec.NONE, records("a"));
    append(words, "after");
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    FetchNews.Part part = probe.fetch(leader).from(words, 0).ask().of(words);
    assertThat(part.texts()).containsExactly("before");
    assertThat(part.told().lastStableOffset()).isEqualTo(1);
    assertThat(part.told().highWatermark()).isEqualTo(3);
    assertThat(probe.offset(words, OffsetQuery.LATEST).offset()).isEqualTo(1);
    OffsetQuery end = new OffsetQuery(words, -1, OffsetQuery.LATEST);
    assertThat(probe.offsets(leader, IsolationLevel.READ_UNCOMMITTED, end).get(0).offset())
        .isEqualTo(3);
    open.commit();
    assertThat(texts(probe, words, 4, IsolationLevel.READ_COMMITTED))
        .containsExactly("before", "a", "after");
  }

  @Test
  @DisplayName("one producer's commit does not uncover what another aborted (B101)")
  default void interleavedTransactionsAreToldApart() {
    needs(BrokerAbility.TRANSACTIONS);
    TopicPartition words = newTopic(1);
    Transaction committed = fixture().begin();
    Transaction aborted = fixture().begin();
    committed.append(words, BatchCodec.NONE, records("c1"));
    aborted.append(words, BatchCodec.NONE, records("a1"));
    committed.append(words, BatchCodec.NONE, records("c2"));
    committed.commit();
    aborted.append(words, BatchCodec.NONE, records("a2"));
    append(words, "plain");
    aborted.abort();
    assertThat(texts(newProbe(), words, 7, IsolationLevel.READ_COMMITTED))
        .containsExactly("c1", "c2", "plain");
  }

  private static List<String> texts(
      GatewayProbe probe, TopicPartition topicPartition, long end, IsolationLevel level) {
    return probe.read(topicPartition, 0, end, level).stream().map(SeenRecord::text).toList();
  }
}
