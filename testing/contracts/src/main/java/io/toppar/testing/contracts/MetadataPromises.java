package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway promises about metadata. */
interface MetadataPromises extends GatewayPromises {

  @Test
  default void metadataNamesEveryBroker() {
    List<BrokerEndpoint> brokers = newProbe().metadata().brokers();
    assertThat(brokers)
        .extracting(BrokerEndpoint::id)
        .containsExactlyInAnyOrderElementsOf(fixture().brokerIds());
    assertThat(brokers).allMatch(broker -> !broker.host().isEmpty() && broker.port() > 0);
  }

  @Test
  default void askingForNoTopicBringsNoTopic() {
    newTopic(1);
    assertThat(newProbe().metadata().topics()).isEmpty();
  }

  @Test
  default void aTopicIsFoundByName() {
    TopicPartition words = newTopic(3);
    TopicMetadata topic = newProbe().topic(words.topic());
    assertThat(topic.internal()).isFalse();
    assertThat(topic.id().isZero())
        .isEqualTo(!fixture().abilities().contains(BrokerAbility.TOPIC_IDS));
    assertThat(topic.partitions())
        .extracting(PartitionMetadata::partition)
        .containsExactlyInAnyOrder(0, 1, 2);
    for (PartitionMetadata partition : topic.partitions()) {
      assertThat(partition.error()).isEqualTo(ErrorCode.NONE);
      assertThat(partition.leaderId()).isIn(fixture().brokerIds());
      assertThat(partition.leaderEpoch()).isNotNegative();
      assertThat(partition.replicas()).contains(partition.leaderId());
      assertThat(partition.inSyncReplicas()).contains(partition.leaderId());
      assertThat(partition.offlineReplicas()).isEmpty();
    }
  }

  @Test
  default void namingNoListAsksForAllTopics() {
    String one = newTopic(1).topic();
    String two = newTopic(2).topic();
    GatewayProbe probe = newProbe();
    ClusterMetadata all = probe.ask(probe.metadataOf(null), BrokerOutcome.Metadata.class).cluster();
    assertThat(all.topics()).extracting(TopicMetadata::name).contains(one, two);
  }

  @Test
  default void anUnknownTopicIsAnErrorOfThatTopicAndIsNotCreated() {
    String known = newTopic(1).topic();
    String unknown = newTopicName();
    GatewayProbe probe = newProbe();
    for (int i = 0; i < 2; i++) {
      assertThat(probe.metadata(unknown, known).topics())
          .extracting(TopicMetadata::name, TopicMetadata::error)
          .containsExactlyInAnyOrder(
              tuple(unknown, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), tuple(known, ErrorCode.NONE));
    }
  }

  @Test
  default void anIllegalNameIsAnErrorOfThatTopic() {
    List<TopicMetadata> topics = newProbe().metadata("no good").topics();
    assertThat(topics).extracting(TopicMetadata::name).containsExactly("no good");
    assertThat(topics.get(0).error()).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
  }

  @Test
  default void aTopicIsFoundByItsIdWhereTheBrokersCan() {
    TopicPartition words = newTopic(2);
    GatewayProbe probe = newProbe();
    TopicId id = probe.topicId(words.topic());
    if (!fixture().abilities().contains(BrokerAbility.TOPIC_IDS)) {
      probe.fails(byId(probe, new TopicId(7, 7)), BrokerOutcome.Kind.UNSUPPORTED);
      return;
    }
    ClusterMetadata cluster = probe.ask(byId(probe, id), BrokerOutcome.Metadata.class).cluster();
    assertThat(cluster.topics()).extracting(TopicMetadata::name).containsExactly(words.topic());
    assertThat(cluster.topics().get(0).id()).isEqualTo(id);
    assertThat(cluster.topics().get(0).partitions()).hasSize(2);
  }

  @Test
  default void anIdThatNeverWasIsAnErrorOfThatTopic() {
    needs(BrokerAbility.TOPIC_IDS);
    GatewayProbe probe = newProbe();
    TopicId id = new TopicId(0x1234, 0x5678);
    ClusterMetadata cluster = probe.ask(byId(probe, id), BrokerOutcome.Metadata.class).cluster();
    assertThat(cluster.topics()).extracting(TopicMetadata::id).containsExactly(id);
    assertThat(cluster.topics().get(0).error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
  }

  @Test
  default void aTopicMadeAgainHasAnotherId() {
    needs(BrokerAbility.TOPIC_IDS);
    needs(BrokerAbility.DELETE_TOPIC);
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    TopicId before = probe.topicId(words.topic());
    fixture().deleteTopic(words.topic());
    assertThat(probe.metadata(words.topic()).topics())
        .extracting(TopicMetadata::error)
        .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    fixture().createTopic(words.topic(), 1);
    assertThat(probe.topicId(words.topic())).isNotEqualTo(before);
  }

  @Test
  default void aLeaderThatMovedIsSeenUnderAGreaterEpoch() {
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    PartitionMetadata before = probe.partition(words);
    int next = otherBroker(before.leaderId());
    fixture().moveLeader(words, next);
    PartitionMetadata after = probe.partition(words);
    assertThat(after.leaderId()).isEqualTo(next);
    assertThat(after.leaderEpoch()).isGreaterThan(before.leaderEpoch());
  }

  private static BrokerRequest byId(GatewayProbe probe, TopicId id) {
    return new BrokerRequest.Metadata(
        BrokerRequest.ANY_BROKER,
        List.of(),
        List.of(id),
        false,
        probe.deadlineIn(GatewayProbe.DEADLINE));
  }
}
