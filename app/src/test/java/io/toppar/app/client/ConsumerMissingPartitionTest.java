package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Partitions that are assigned and that their topic does not have (M13, M15). */
@NullUnmarked
class ConsumerMissingPartitionTest extends ConsumerFixture {

  private static final TopicPartition T5 = new TopicPartition("t", 5);
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @Test
  void aMissingPartitionIsToldAtEachChangeOfTheCountAndReadWithinTenSecondsOnceItIsThere() {
    consumer().assign(List.of(Assignment.beginning(T5), Assignment.beginning(T0)));
    assertThat(events(3))
        .containsExactlyInAnyOrder("error LOCAL_UNKNOWN_PARTITION", "end 0", "none");

    cluster.addPartitions("t", 4);
    client.pass(TEN_SECONDS);
    assertThat(events(2)).containsExactly("error LOCAL_UNKNOWN_PARTITION", "none");
    cluster.addPartitions("t", 6);
    append(T5, 3);
    client.pass(TEN_SECONDS);

    assertThat(events(3)).containsExactly("batch 0..2", "end 3", "none");
  }

  @Test
  void metadataIsAskedForNoOftenerThanEveryTenSecondsForAMissingPartition() {
    consumer().assign(List.of(Assignment.beginning(T5)));
    client.pass(TEN_SECONDS);
    int before = client.watched.requests(BrokerRequest.Metadata.class).size();
    client.pass(Duration.ofSeconds(100));

    assertThat(client.watched.requests(BrokerRequest.Metadata.class).size() - before)
        .isBetween(9, 10);
    consumer().unassign();
    client.pass(TEN_SECONDS);
    before = client.watched.requests(BrokerRequest.Metadata.class).size();
    client.pass(Duration.ofSeconds(100));
    assertThat(client.watched.requests(BrokerRequest.Metadata.class)).hasSize(before);
  }

  @Test
  void aTopicThatIsGoneIsAskedForEveryTenSecondsToo() {
    append(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(events(2)).containsExactly("batch 0..0", "end 1");
    cluster.deleteTopic("t");
    client.pass(Duration.ofMinutes(2));
    int before = client.watched.requests(BrokerRequest.Metadata.class).size();
    client.pass(Duration.ofSeconds(100));

    assertThat(client.watched.requests(BrokerRequest.Metadata.class).size() - before)
        .isBetween(9, 10);
  }

  @Test
  void b011AKnownPartitionIsNotToldAsUnknownWhenAnotherIsAdded() {
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(events(1)).containsExactly("end 0");
    cluster.addPartitions("t", 3);
    client.pass(Duration.ofMinutes(6));
    append(T0, 1);

    assertThat(events(3)).containsExactly("batch 0..0", "end 1", "none");
  }
}
