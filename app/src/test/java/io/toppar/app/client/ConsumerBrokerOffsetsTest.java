package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.ResetPolicy;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A consumer that keeps its offsets where it reads: offset.store.method=broker. */
@NullUnmarked
class ConsumerBrokerOffsetsTest extends ConsumerFixture {

  private static final String GROUP = TestClient.GROUP;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  ConsumerBrokerOffsetsTest() {
    reopen(settings());
  }

  private static TestSettings settings() {
    return new TestSettings().brokerOffsets().resetPolicy(ResetPolicy.LATEST);
  }

  @Test
  void theNextConsumerOfTheGroupGoesOnWhereThisOneEnded() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
    consumer().close(MINUTE);
    assertThat(cluster.committed(GROUP, T0).offset()).isEqualTo(10);
    append(T0, 5);
    reopen(settings());
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(readAll()).isEqualTo(range(10, 15));
  }

  @Test
  void storedPositionsAreCommittedByInterval() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    client.pass(Duration.ofSeconds(6));
    assertThat(client.committed(T0)).isEqualTo(10);
  }

  /** B061. */
  @Test
  void aLookUpThatFailsThreeTimesAndThenAnswersIsNotAReasonToReset() {
    append(T0, 100);
    cluster.commit(GROUP, T0, StoredOffset.of(77));
    FaultTarget thrice = FaultTarget.next(RequestFamily.OFFSET_FETCH).times(3);
    cluster.inject(new BrokerFault.Disconnect(thrice));
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(readAll()).isEqualTo(range(77, 100));
    assertThat(cluster.waitingFaults()).isZero();
  }

  /** B149. */
  @Test
  void aPositionWithoutAnEpochIsCommittedBehindOneThatHasOne() {
    reopen(settings().explicitStore());
    append(T0, 30);
    cluster.commit(GROUP, T0, new StoredOffset(10, 0, ""));
    consumer().assign(List.of(Assignment.stored(T0)));
    readOne();
    consumer().store(T0, 20);
    consumer().commit(MINUTE);
    assertThat(cluster.committed(GROUP, T0)).isEqualTo(new StoredOffset(20, -1, ""));
  }

  /** B157, and B010: what is told is what is committed now, nothing of before. */
  @Test
  void epochAndMetadataAreCommittedAsTheyWereStored() {
    reopen(settings().explicitStore());
    append(T0, 30);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readOne();
    cluster.commit(GROUP, T0, new StoredOffset(3, 0, "old"));
    assertThat(consumer().committed(List.of(T0), MINUTE))
        .containsEntry(T0, new StoredOffset(3, 0, "old"));
    consumer().store(T0, 7, 0, "\n\u0014\0\u001e(");
    assertThat(consumer().commit(MINUTE).get(T0).isOk()).isTrue();
    StoredOffset stored = new StoredOffset(7, 0, "\n\u0014\0\u001e(");
    assertThat(cluster.committed(GROUP, T0)).isEqualTo(stored);
    assertThat(consumer().committed(List.of(T0), MINUTE)).containsEntry(T0, stored);
    assertThat(consumer().committed(List.of(T1), MINUTE)).isEmpty();
  }

  /** B160. */
  @Test
  void eachCommitHasItsOwnResultForEachPartition() {
    reopen(settings().explicitStore());
    append(T0, 3);
    append(T1, 3);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    readAll();
    consumer().store(T0, 1);
    consumer().store(T1, 1);
    FaultTarget target = FaultTarget.next(RequestFamily.OFFSET_COMMIT).of(T0);
    cluster.inject(new BrokerFault.FailPartition(target, ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    Map<io.toppar.domain.TopicPartition, CommitResult> first = consumer().commit(MINUTE);
    assertThat(first.get(T0).error()).isEqualTo(ErrorCode.TOPIC_AUTHORIZATION_FAILED);
    assertThat(first.get(T0).detail()).contains("READ topic 't'");
    assertThat(first.get(T1).error()).isEqualTo(ErrorCode.NONE);
    Map<io.toppar.domain.TopicPartition, CommitResult> second = consumer().commit(MINUTE);
    assertThat(second.get(T0)).isEqualTo(new CommitResult(T0, ErrorCode.NONE, 1, ""));
    assertThat(cluster.committed(GROUP, T0)).isEqualTo(StoredOffset.of(1));
  }

  @Test
  void theGroupMovesWhileItCommits() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    for (int i = 0; i < 5; i++) {
      append(T0, 1);
      readAll();
      cluster.moveCoordinator(GROUP, cluster.coordinator(GROUP) % 2 + 1);
      assertThat(consumer().commit(MINUTE).get(T0).isOk()).isTrue();
      assertThat(cluster.committed(GROUP, T0).offset()).isEqualTo(11 + i);
    }
  }

  @Test
  void aGroupWithLiveMembersIsToldOnceAndReadingGoesOn() {
    append(T0, 10);
    cluster.members(GROUP, true);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
    client.pass(Duration.ofSeconds(6));
    assertThat(events(2)).containsExactly("error UNKNOWN_MEMBER_ID", "none");
    append(T0, 5);
    assertThat(readAll()).isEqualTo(range(10, 15));
  }

  @Test
  void aCloseIsNotHeldUpByACoordinatorThatSaysNothing() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    cluster.brokerIds().forEach(cluster::silence);
    long before = clock.nanoTime();
    consumer().close(Duration.ofSeconds(5));
    assertThat(Duration.ofNanos(clock.nanoTime() - before))
        .isLessThanOrEqualTo(Duration.ofSeconds(5).plusMillis(5));
    assertThat(client.watched.isClosed()).isTrue();
  }
}
