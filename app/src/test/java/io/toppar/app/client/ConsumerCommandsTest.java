package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Assigning, seeking, pausing and resuming, in any order. */
@NullUnmarked
class ConsumerCommandsTest extends ConsumerFixture {

  @Test
  void threeAssignmentsInQuickSuccessionAllEndUpReadingAndNothingTwice() { // B021
    append(T0, 5);
    append(T1, 5);
    append(S0, 5);
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    consumer()
        .assign(
            List.of(Assignment.beginning(T0), Assignment.beginning(T1), Assignment.beginning(S0)));

    assertThat(readAll()).hasSize(15);
    assertThat(consumer().position(T0)).hasValue(5);
    assertThat(consumer().position(T1)).hasValue(5);
    assertThat(consumer().position(S0)).hasValue(5);
  }

  @Test
  void aPausedPartitionHandsOutNothingAndKeepsWhatItHas() { // B037, B040
    reopen(new TestSettings().partitionFetchBytes(200));
    appendBatches(T0, 5, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readOne()).isEqualTo(range(0, 10));
    client.settle();
    assertThat(cluster.outstandingBuffers()).as("fetched before the pause").isPositive();
    consumer().pause(List.of(T0));

    for (int i = 0; i < 3; i++) {
      assertThat(consumer().pollEvent(SECOND)).isNull();
    }
    consumer().resume(List.of(T0));
    assertThat(consumer().position(T0)).hasValue(10);
    assertThat(readAll()).isEqualTo(range(10, 50));
  }

  @Test
  void alternatingPausesFetchNothingAgain() { // B041
    reopen(new TestSettings().partitionFetchBytes(200));
    appendBatches(T0, 10, 10);
    appendBatches(S0, 10, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    Map<TopicPartition, List<Long>> read = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      consumer().pause(List.of(i % 2 == 0 ? T0 : S0));
      consumer().resume(List.of(i % 2 == 0 ? S0 : T0));
      client.pass(SECOND);
      RecordBatch batch = consumer().poll(Duration.ZERO);
      if (batch != null) {
        read.computeIfAbsent(batch.topicPartition(), name -> new ArrayList<>())
            .addAll(readAndClose(batch));
      }
    }

    assertThat(read.get(T0)).isEqualTo(range(0, 100));
    assertThat(read.get(S0)).isEqualTo(range(0, 100));
    for (TopicPartition name : List.of(T0, S0)) {
      assertThat(client.watched.servedOffsets(name))
          .as("fetched of " + name)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void seekThenPauseThenResumeGoesOnAtTheSoughtPosition() { // B026
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().seek(T0, 0);
    consumer().pause(List.of(T0));
    consumer().resume(List.of(T0));

    assertThat(readAll()).isEqualTo(range(0, 3));
  }

  @Test
  void positionAnswersTheSoughtOffsetAtOnce() { // B047
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    consumer().seek(T0, 7);

    assertThat(consumer().position(T0)).hasValue(7);
    assertThat(consumer().poll(Duration.ZERO)).isNull();
    assertThat(readAll()).isEqualTo(range(7, 10));
  }

  @Test
  void aLostConnectionBringsNothingTwiceAndLeavesThePositionAlone() { // B047
    append(T0, 2);
    consumer().assign(List.of(Assignment.at(T0, 1)));
    assertThat(readOne()).isEqualTo(range(1, 2));
    cluster.stop(1);
    client.pass(SECOND);
    assertThat(consumer().position(T0)).hasValue(2);
    cluster.start(1);
    client.pass(Duration.ofSeconds(5));
    assertThat(readAll()).isEmpty();

    consumer().seek(T0, 2);
    assertThat(consumer().position(T0)).hasValue(2);
    append(T0, 1);
    assertThat(readAll()).isEqualTo(range(2, 3));
  }

  @Test
  void whatWasFetchedBeforeASeekIsNeverHandedOutAfterIt() {
    append(T0, 1_000);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    consumer().seek(T0, 998);

    RecordBatch batch = consumer().poll(SECOND);
    assertThat(readAndClose(batch)).isEqualTo(range(998, 1_000));
  }

  @Test
  void aSeekOfAPartitionThatIsNotAssignedFailsAndTheConsumerLivesOn() { // B044
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThatThrownBy(() -> consumer().seek(T1, 5))
        .isInstanceOf(NotAssignedException.class)
        .hasMessageContaining("t[1]");
    assertThat(readAll()).isEqualTo(range(0, 3));
  }

  @Test
  void aSeekThatWaitsWhileItsPartitionIsRevokedHarmsNobody() { // B044
    append(T0, 10);
    append(S0, 3);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    client.settle();
    consumer().seek(T0, 5);
    consumer().assign(List.of(Assignment.beginning(S0)));

    assertThat(readAll()).isEqualTo(range(0, 3));
    consumer().assign(List.of(Assignment.beginning(S0), Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
  }

  @Test
  void aPartitionNamedTwiceIsRefusedBeforeAnythingIsSent() { // B005
    assertThatThrownBy(() -> consumer().assign(List.of(Assignment.at(T0, 5), Assignment.at(T0, 9))))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("t[0]");
    assertThatThrownBy(() -> consumer().endOffsets(List.of(T0, T0), SECOND))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("t[0]");
    client.settle();
    assertThat(client.watched.requests(BrokerRequest.class)).isEmpty();
  }

  @Test
  void aPauseIsForgottenByUnassignAndALaterPauseWorksAtOnce() { // B042
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().pause(List.of(T0));
    consumer().unassign();
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(consumer().paused()).isEmpty();
    consumer().pause(List.of(T0));
    assertThat(consumer().poll(SECOND)).isNull();
    consumer().resume(List.of(T0));
    assertThat(readAll()).isEqualTo(range(0, 3));
  }

  @Test
  void aPositionAskedForIsNoStart() { // B156
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    client.offsets.put(new OffsetKey(T0, "g"), StoredOffset.of(4));
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    assertThat(consumer().position(T0)).hasValue(10);
    consumer().unassign();
    client.settle();
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(readAll()).isEqualTo(range(4, 10));
  }

  @Test
  void aPauseBeforeAnyRecordKeepsTheStart() { // B027
    append(T0, 50);
    client.offsets.put(new OffsetKey(T0, TestClient.GROUP), StoredOffset.of(50));
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(events(1)).containsExactly("end 50");
    consumer().pause(List.of(T0));
    client.settle();
    consumer().resume(List.of(T0));
    append(T0, 1);

    assertThat(events(2)).containsExactly("batch 50..50", "end 51");
  }

  @Test
  void aPauseRightBehindAnAssignmentDoesNotVoidItsStart() { // B029
    append(T0, 50);
    consumer().assign(List.of(Assignment.at(T0, 42)));
    consumer().pause(List.of(T0));
    client.settle();
    consumer().resume(List.of(T0));

    assertThat(readAll()).isEqualTo(range(42, 50));
  }

  @Test
  void aSeekVoidsOnlyWhatItsOwnPartitionHasBuffered() { // B031
    append(T0, 10);
    append(T1, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    client.settle();
    int asked = client.watched.requests(BrokerRequest.Fetch.class).size();
    consumer().seek(T0, 5);
    List<List<Long>> read = List.of(readOne(), readOne());

    assertThat(read).containsExactlyInAnyOrder(range(5, 10), range(0, 10));
    assertThat(client.watched.servedOffsets(T1)).hasSize(1);
    assertThat(asked).isPositive();
  }

  @Test
  void aLateAnswerToALookupDoesNotBeatASeek() { // B032
    append(T0, 12);
    cluster.inject(
        new BrokerFault.Delay(FaultTarget.next(RequestFamily.LIST_OFFSETS), Duration.ofSeconds(2)));
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    consumer().seek(T0, 9);
    client.pass(Duration.ofSeconds(3));

    assertThat(consumer().position(T0)).hasValue(9);
    assertThat(events(3)).containsExactly("batch 9..11", "end 12", "none");
  }

  @Test
  void anOutOfRangeAnswerToAnOlderFetchDoesNotMoveASoughtPosition() { // B035
    append(T0, 20);
    cluster.deleteRecords(T0, 5);
    cluster.inject(
        new BrokerFault.Delay(FaultTarget.next(RequestFamily.FETCH), Duration.ofSeconds(2)));
    consumer().assign(List.of(Assignment.at(T0, 0)));
    client.settle();
    consumer().seek(T0, 17);
    client.pass(Duration.ofSeconds(5));

    assertThat(consumer().position(T0)).hasValue(17);
    assertThat(events(3)).containsExactly("batch 17..19", "end 20", "none");
  }

  @Test
  void recordsThatComeForAPartitionNoLongerAssignedAreReleasedAndTheOthersGoOn() {
    append(T0, 3);
    append(S0, 3);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    assertThat(readAll()).hasSize(6);
    client.settle();
    client.gateway.latency(() -> 200_000_000L);
    append(T0, 2);
    append(S0, 2);
    client.settle();
    assertThat(cluster.outstandingBuffers()).as("on their way").isPositive();

    consumer().assign(List.of(Assignment.beginning(S0)));
    assertThat(readAll()).isEqualTo(range(3, 5));
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void aTopicIsFollowedAsLongAsOneOfItsPartitionsIsAssigned() {
    append(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    client.settle();
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    cluster.moveLeader(T0, 2);
    append(T0, 1);

    assertThat(readAll()).isEqualTo(range(0, 2));
  }

  @Test
  void theEndIsToldAgainAfterASeekToIt() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(events(3)).containsExactly("batch 0..9", "end 10", "none");
    consumer().seek(T0, 10);
    assertThat(events(2)).containsExactly("end 10", "none");
    consumer().seek(T0, Offsets.END);
    assertThat(events(2)).containsExactly("end 10", "none");
  }
}
