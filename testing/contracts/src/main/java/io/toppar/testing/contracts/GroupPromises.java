package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.CommittedOffset;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a gateway promises about the coordinators of groups and the offsets they keep. */
interface GroupPromises extends GatewayPromises {

  @Test
  default void theCoordinatorOfAGroupIsKnownOnceItWasFound() {
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    assertThat(coordinator).isIn(fixture().brokerIds());
    assertThat(probe.committed(coordinator, group, true, words)).hasSize(1);
  }

  @Test
  default void aGroupThatHasCommittedNothingSaysSoWithoutAnError() {
    TopicPartition words = newTopic(2);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    assertThat(probe.committed(probe.coordinator(group), group, true, words, sibling(words, 1)))
        .containsExactly(CommittedOffset.none(words), CommittedOffset.none(sibling(words, 1)));
  }

  @Test
  @DisplayName("what was committed is told as it was given, metadata byte for byte (B157)")
  default void whatWasCommittedIsToldInTheOrderAskedFor() {
    TopicPartition words = newTopic(2);
    TopicPartition other = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    List<ErrorCode> errors =
        probe.commit(
            coordinator,
            group,
            new OffsetToCommit(sibling(words, 1), 7, 3, "\n\u0014\0\u001e("),
            new OffsetToCommit(other, 0, -1, ""),
            new OffsetToCommit(words, Long.MAX_VALUE, 0, "\u00e4\u20ac\ud83d\ude00"));
    assertThat(errors).containsOnly(ErrorCode.NONE);
    assertThat(probe.committed(coordinator, group, true, words, other, sibling(words, 1)))
        .containsExactly(
            at(words, Long.MAX_VALUE, 0, "\u00e4\u20ac\ud83d\ude00"),
            at(other, 0, -1, ""),
            at(sibling(words, 1), 7, 3, "\n\u0014\0\u001e("));
  }

  @Test
  default void aLowerOffsetReplacesAHigherOneAndLeavesNothingOfIt() {
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    probe.commit(coordinator, group, new OffsetToCommit(words, 1000, 3, "note"));
    probe.commit(coordinator, group, new OffsetToCommit(words, 9, -1, ""));
    assertThat(probe.committed(coordinator, group, true, words))
        .containsExactly(at(words, 9, -1, ""));
  }

  @Test
  default void groupsAreKeptApart() {
    TopicPartition words = newTopic(1);
    String one = newGroup();
    String two = newGroup();
    GatewayProbe probe = newProbe();
    probe.commit(probe.coordinator(one), one, new OffsetToCommit(words, 5, -1, ""));
    assertThat(probe.committed(probe.coordinator(two), two, true, words))
        .containsExactly(CommittedOffset.none(words));
  }

  @Test
  default void anUnknownPartitionFailsByItselfWhileTheOthersAreCommitted() {
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    TopicPartition unknown = new TopicPartition(newTopicName(), 0);
    assertThat(
            probe.commit(
                coordinator,
                group,
                new OffsetToCommit(unknown, 5, -1, ""),
                new OffsetToCommit(words, 6, -1, ""),
                new OffsetToCommit(sibling(words, 9), 7, -1, "")))
        .containsExactly(
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            ErrorCode.NONE,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(probe.committed(coordinator, group, true, words, unknown))
        .containsExactly(at(words, 6, -1, ""), CommittedOffset.none(unknown));
  }

  @Test
  default void metadataThatIsTooLongFailsByItself() {
    TopicPartition words = newTopic(2);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    assertThat(
            probe.commit(
                probe.coordinator(group),
                group,
                new OffsetToCommit(words, 5, -1, "m".repeat(4097)),
                new OffsetToCommit(sibling(words, 1), 5, -1, "m".repeat(4096))))
        .containsExactly(ErrorCode.OFFSET_METADATA_TOO_LARGE, ErrorCode.NONE);
  }

  @Test
  default void aBrokerThatDoesNotCoordinateSaysSo() {
    needs(BrokerAbility.GROUPS);
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    probe.metadata();
    int other = otherBroker(probe.coordinator(group));
    assertThat(probe.commit(other, group, new OffsetToCommit(words, 5, -1, "")))
        .containsExactly(ErrorCode.NOT_COORDINATOR);
    BrokerRequest fetch =
        new BrokerRequest.OffsetFetch(
            other, group, List.of(words), true, probe.deadlineIn(GatewayProbe.DEADLINE));
    BrokerOutcome.Failed failed = probe.fails(fetch, Kind.BROKER_ERROR);
    assertThat(failed.error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
  }

  @Test
  default void aCoordinatorThatMovedIsFoundAgainWithWhatWasCommitted() {
    needs(BrokerAbility.GROUPS);
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int before = probe.coordinator(group);
    probe.commit(before, group, new OffsetToCommit(words, 5, 1, "note"));
    int next = otherBroker(before);
    fixture().moveCoordinator(group, next);
    assertThat(probe.coordinator(group)).isEqualTo(next);
    assertThat(probe.committed(next, group, true, words)).containsExactly(at(words, 5, 1, "note"));
    assertThat(probe.commit(before, group, new OffsetToCommit(words, 6, -1, "")))
        .containsExactly(ErrorCode.NOT_COORDINATOR);
  }

  @Test
  default void aGroupWithLiveMembersTakesNoOffsetsFromOutside() throws Exception {
    needs(BrokerAbility.GROUPS);
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    OffsetToCommit offset = new OffsetToCommit(words, 5, -1, "");
    try (AutoCloseable member = fixture().joinGroup(group, words.topic())) {
      assertThat(member).isNotNull();
      assertThat(probe.commit(coordinator, group, offset))
          .containsExactly(ErrorCode.UNKNOWN_MEMBER_ID);
      assertThat(probe.committed(coordinator, group, true, words))
          .extracting(CommittedOffset::error)
          .containsExactly(ErrorCode.NONE);
    }
    assertThat(probe.commit(coordinator, group, offset)).containsExactly(ErrorCode.NONE);
  }

  @Test
  default void everythingThatIsCommittedIsToldWithoutNamingIt() {
    TopicPartition words = newTopic(3);
    TopicPartition other = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    assertThat(probe.allCommitted(coordinator, group, true)).isEmpty();
    probe.commit(
        coordinator,
        group,
        new OffsetToCommit(sibling(words, 2), 7, 3, "note"),
        new OffsetToCommit(other, 0, -1, ""));
    assertThat(probe.allCommitted(coordinator, group, true))
        .containsExactlyInAnyOrder(at(sibling(words, 2), 7, 3, "note"), at(other, 0, -1, ""));
    probe.delete(coordinator, group, sibling(words, 2));
    assertThat(probe.allCommitted(coordinator, group, false)).containsExactly(at(other, 0, -1, ""));
  }

  @Test
  default void aBrokerThatDoesNotCoordinateTellsNothingOfAll() {
    needs(BrokerAbility.GROUPS);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    probe.metadata();
    int other = otherBroker(probe.coordinator(group));
    BrokerRequest fetch =
        new BrokerRequest.OffsetFetch(
            other, group, null, true, probe.deadlineIn(GatewayProbe.DEADLINE));
    assertThat(probe.fails(fetch, Kind.BROKER_ERROR).error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
  }

  @Test
  default void aDeletedOffsetIsForgottenAndTheOthersOfTheGroupAreKept() {
    TopicPartition words = newTopic(3);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    TopicPartition second = sibling(words, 1);
    TopicPartition never = sibling(words, 2);
    probe.commit(
        coordinator,
        group,
        new OffsetToCommit(words, 5, -1, "note"),
        new OffsetToCommit(second, 6, -1, ""));
    assertThat(probe.delete(coordinator, group, never, words)).containsOnly(ErrorCode.NONE);
    assertThat(probe.committed(coordinator, group, true, words, second))
        .containsExactly(CommittedOffset.none(words), at(second, 6, -1, ""));
    probe.commit(coordinator, group, new OffsetToCommit(words, 1, -1, ""));
    assertThat(probe.committed(coordinator, group, true, words))
        .containsExactly(at(words, 1, -1, ""));
  }

  @Test
  default void anUnknownPartitionIsNotDeletedWhileTheOthersAre() {
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    probe.commit(coordinator, group, new OffsetToCommit(words, 5, -1, ""));
    TopicPartition unknown = new TopicPartition(newTopicName(), 0);
    assertThat(probe.delete(coordinator, group, unknown, words))
        .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NONE);
    assertThat(probe.committed(coordinator, group, true, words))
        .containsExactly(CommittedOffset.none(words));
  }

  /** A group that has never been, or of which nothing is left, is one that is not there. */
  @Test
  default void noOffsetIsDeletedOfAGroupThatIsNotThere() {
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    BrokerRequest delete = probe.deleteOf(probe.coordinator(group), group, words);
    assertThat(probe.fails(delete, Kind.BROKER_ERROR).error())
        .isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
  }

  @Test
  default void aBrokerThatDoesNotCoordinateDeletesNothing() {
    needs(BrokerAbility.GROUPS);
    TopicPartition words = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    probe.metadata();
    int coordinator = probe.coordinator(group);
    probe.commit(coordinator, group, new OffsetToCommit(words, 5, -1, ""));
    BrokerRequest delete = probe.deleteOf(otherBroker(coordinator), group, words);
    assertThat(probe.fails(delete, Kind.BROKER_ERROR).error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
    assertThat(probe.committed(coordinator, group, true, words))
        .containsExactly(at(words, 5, -1, ""));
  }

  @Test
  default void offsetsOfATopicThatLiveMembersReadAreNotDeletedButOthersAre() throws Exception {
    needs(BrokerAbility.GROUPS);
    TopicPartition words = newTopic(1);
    TopicPartition other = newTopic(1);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    probe.commit(
        coordinator,
        group,
        new OffsetToCommit(words, 0, -1, ""),
        new OffsetToCommit(other, 6, -1, ""));
    try (AutoCloseable member = fixture().joinGroup(group, words.topic())) {
      assertThat(member).isNotNull();
      assertThat(probe.delete(coordinator, group, words, other))
          .containsExactly(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, ErrorCode.NONE);
    }
    assertThat(probe.committed(coordinator, group, true, words, other))
        .containsExactly(at(words, 0, -1, ""), CommittedOffset.none(other));
    assertThat(probe.delete(coordinator, group, words)).containsExactly(ErrorCode.NONE);
  }

  @Test
  default void anOffsetOfAnOpenTransactionIsUnstableUntilThatIsCommitted() {
    needs(BrokerAbility.TRANSACTIONS);
    TopicPartition words = newTopic(2);
    String group = newGroup();
    GatewayProbe probe = newProbe();
    int coordinator = probe.coordinator(group);
    probe.commit(coordinator, group, new OffsetToCommit(words, 5, -1, ""));
    BrokerGatewayFixture.Transaction transaction = fixture().begin();
    transaction.append(words, BatchCodec.NONE, records("a"));
    transaction.commitOffset(group, words, 9);
    boolean told = fixture().abilities().contains(BrokerAbility.STABLE_OFFSETS);
    assertThat(probe.committed(coordinator, group, true, words, sibling(words, 1)))
        .containsExactly(
            told
                ? CommittedOffset.failed(words, ErrorCode.UNSTABLE_OFFSET_COMMIT)
                : at(words, 5, -1, ""),
            CommittedOffset.none(sibling(words, 1)));
    assertThat(probe.committed(coordinator, group, false, words))
        .containsExactly(at(words, 5, -1, ""));
    assertThat(probe.allCommitted(coordinator, group, true))
        .containsExactly(
            told
                ? CommittedOffset.failed(words, ErrorCode.UNSTABLE_OFFSET_COMMIT)
                : at(words, 5, -1, ""));
    transaction.commit();
    assertThat(stableOffset(probe, coordinator, group, words)).isEqualTo(9);
  }

  /** The markers of a transaction reach the coordinator a moment after its commit. */
  private static long stableOffset(
      GatewayProbe probe, int coordinator, String group, TopicPartition partition) {
    long patience = probe.deadlineIn(GatewayProbe.DEADLINE);
    CommittedOffset answer;
    do {
      answer = probe.committed(coordinator, group, true, partition).get(0);
    } while (answer.offset() != 9 && patience - probe.deadlineIn(java.time.Duration.ZERO) > 0);
    return answer.offset();
  }

  private static CommittedOffset at(
      TopicPartition partition, long offset, int leaderEpoch, String metadata) {
    return new CommittedOffset(partition, ErrorCode.NONE, offset, leaderEpoch, metadata);
  }
}
