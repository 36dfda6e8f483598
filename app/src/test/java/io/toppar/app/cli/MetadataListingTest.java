package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.json.Bytes;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What kcat's {@code -L} prints, as text and as JSON, with its variants. */
class MetadataListingTest {

  private static final String LONG_NAME = "n".repeat(249);

  private static final ClusterMetadata CLUSTER =
      new ClusterMetadata(
          List.of(
              new BrokerEndpoint(2, "::1", 9093, null), new BrokerEndpoint(1, "k1", 9092, null)),
          2,
          "cluster",
          List.of(
              topic(
                  "orders",
                  ErrorCode.NONE,
                  partition(7, ErrorCode.NONE, 1),
                  partition(0, ErrorCode.LEADER_NOT_AVAILABLE, -1)),
              topic("closed", ErrorCode.TOPIC_AUTHORIZATION_FAILED),
              topic(LONG_NAME, ErrorCode.NONE)));

  private static TopicMetadata topic(String name, ErrorCode error, PartitionMetadata... parts) {
    return new TopicMetadata(name, TopicId.ZERO, error, false, List.of(parts));
  }

  private static PartitionMetadata partition(int number, ErrorCode error, int leader) {
    return new PartitionMetadata(number, error, leader, 0, List.of(1, 2), List.of(1), List.of());
  }

  private static MetadataListing listing(@Nullable String topic) {
    return new MetadataListing(CLUSTER, "k1:9092", topic);
  }

  @Test
  void theTextIsKcatsInOrderOfIdsAndNames() {
    Bytes out = new Bytes();
    listing(null).appendText(out);

    assertThat(out.toString().lines())
        .containsExactly(
            "Metadata for all topics (from k1:9092):",
            " 2 brokers:",
            "  broker 1 at k1:9092",
            "  broker 2 at [::1]:9093 (controller)",
            " 3 topics:",
            "  topic \"closed\" with 0 partitions: TOPIC_AUTHORIZATION_FAILED: "
                + ErrorCode.TOPIC_AUTHORIZATION_FAILED.text(),
            "  topic \"" + LONG_NAME + "\" with 0 partitions:",
            "  topic \"orders\" with 2 partitions:",
            "    partition 0, leader -1, replicas: 1,2, isrs: 1, LEADER_NOT_AVAILABLE: "
                + ErrorCode.LEADER_NOT_AVAILABLE.text(),
            "    partition 7, leader 1, replicas: 1,2, isrs: 1");
  }

  @Test
  void theJsonHasKcatsFieldsAndErrors() {
    Bytes out = new Bytes();
    listing("orders").appendJson(out);

    assertThat(out.toString())
        .startsWith(
            "{\"originating_broker\":{\"id\":-1,\"name\":\"k1:9092/bootstrap\"},"
                + "\"query\":{\"topic\":\"orders\"},\"controllerid\":2,\"brokers\":["
                + "{\"id\":1,\"name\":\"k1:9092\"},{\"id\":2,\"name\":\"[::1]:9093\"}],")
        .contains("{\"topic\":\"closed\",\"error\":\"TOPIC_AUTHORIZATION_FAILED: ")
        .contains("\"partitions\":[]}")
        .contains("{\"partition\":0,\"error\":\"LEADER_NOT_AVAILABLE: ")
        .endsWith(
            "{\"partition\":7,\"leader\":1,\"replicas\":[{\"id\":1},{\"id\":2}],"
                + "\"isrs\":[{\"id\":1}]}]}]}\n");
  }
}
