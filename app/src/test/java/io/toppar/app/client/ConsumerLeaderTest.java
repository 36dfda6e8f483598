package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Leaders that move, epochs that are checked, and logs that are cut. */
@NullUnmarked
class ConsumerLeaderTest extends ConsumerFixture {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final TopicPartition R0 = new TopicPartition("r", 0);
  private static final TopicPartition R2 = new TopicPartition("r", 2);

  @Test
  void aLeaderThatMovesIsFollowedAtOnceAndNothingIsLostOrRepeated() { // B051
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
    for (int move = 0; move < 6; move++) {
      cluster.moveLeader(T0, 1 + (move + 1) % 2);
      append(T0, 5);
      long before = clock.nanoTime();
      assertThat(readOne()).isEqualTo(range(10 + 5L * move, 15 + 5L * move));
      assertThat(clock.nanoTime() - before)
          .as("long before the periodic refresh")
          .isLessThan(SECOND.toNanos());
    }
    assertThat(events(2)).containsExactly("end 40", "none");
  }

  @Test
  void aPartitionWithoutLeaderIsReadOnceItHasOneAgain() {
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 3));
    cluster.stop(1);
    client.pass(LONG);
    cluster.start(1);
    append(T0, 2);
    client.pass(Duration.ofSeconds(5));

    assertThat(readAll()).isEqualTo(range(3, 5));
  }

  @Test
  void aLookupWhoseLeaderDiesIsAskedOfTheNext() { // B049
    cluster.createTopic("r", 3, TopicSettings.DEFAULTS.withReplicas(2));
    append(R0, 7);
    cluster.inject(
        new BrokerFault.LoseRequest(FaultTarget.next(RequestFamily.LIST_OFFSETS).of(R0)));
    consumer().assign(List.of(Assignment.end(R0), Assignment.at(R2, 0)));
    client.settle();
    assertThat(consumer().position(R0)).isEmpty();
    cluster.stop(1); // which the Fetch of the other partition shows
    client.pass(Duration.ofSeconds(5));

    assertThat(consumer().position(R0)).as("long before a request times out").hasValue(7);
  }

  @Test
  void anEpochValidationThatIsLostIsAskedAgain() { // B059
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
    cluster.inject(
        new BrokerFault.LoseRequest(FaultTarget.next(RequestFamily.EPOCH_ENDS).times(2)));
    cluster.moveLeader(T0, 2);
    append(T0, 5);
    client.pass(Duration.ofSeconds(150));

    assertThat(events(2)).containsExactly("batch 10..14", "end 15");
    assertThat(client.watched.requests(BrokerRequest.EpochEnds.class)).hasSizeBetween(3, 4);
    assertThat(cluster.waitingFaults()).isZero();
  }

  @Test
  void aLogThatWasCutAndRewrittenIsReadFromTheCutAndThatIsTold() { // B075
    append(T0, 120);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(events(2)).containsExactly("batch 0..119", "end 120");
    cluster.electUnclean(T0, 2, 100);
    append(T0, 50);

    ConsumerEvent.PositionReset reset =
        (ConsumerEvent.PositionReset) Objects.requireNonNull(consumer().pollEvent(LONG));
    assertThat(reset.from()).isEqualTo(120);
    assertThat(reset.to()).isEqualTo(100);
    assertThat(reset.reason()).contains("truncated", "100", "120");
    assertThat(events(2)).containsExactly("batch 100..149", "end 150");
  }

  @Test
  void underPolicyErrorALogThatWasCutEndsReadingUntilASeek() { // B075
    reopen(new TestSettings().resetPolicy(ResetPolicy.ERROR));
    append(T0, 120);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(events(2)).containsExactly("batch 0..119", "end 120");
    cluster.electUnclean(T0, 2, 100);
    append(T0, 50);
    client.pass(LONG);

    assertThat(events(2)).containsExactly("error LOCAL_LOG_TRUNCATION", "none");
    consumer().seek(T0, 100);
    assertThat(events(2)).containsExactly("batch 100..149", "end 150");
  }

  @Test
  void whatWasReadOfACutLogAndNotHandedOverIsDropped() { // B075
    append(T0, 100);
    reopen(new TestSettings().partitionFetchBytes(500));
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readOne()).isEqualTo(range(0, 100));
    append(T0, 20);
    client.settle();
    assertThat(cluster.outstandingBuffers()).as("waits for the application").isPositive();
    cluster.electUnclean(T0, 2, 100);
    append(T0, 1);
    client.pass(LONG);

    assertThat(events(3)).containsExactly("reset 120 to 100", "batch 100..100", "end 101");
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void aStoredOffsetOfACutLogIsNotReadBlindly() { // B075
    append(T0, 120);
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(readAll()).hasSize(120);
    consumer().unassign();
    client.settle();
    assertThat(client.committed(T0)).isEqualTo(120);
    cluster.electUnclean(T0, 2, 100);
    append(T0, 50);
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(events(3)).containsExactly("reset 120 to 100", "batch 100..149", "end 150");
  }

  @Test
  void anErrorOfOnePartitionsLeaderCostsOnlyThatPartition() {
    append(T0, 3);
    append(S0, 3);
    cluster.inject(
        new BrokerFault.FailPartition(
            FaultTarget.next(RequestFamily.FETCH).of(T0).times(3),
            ErrorCode.NOT_LEADER_OR_FOLLOWER));
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));

    assertThat(events(2)).as("of the other").containsExactly("batch 0..2", "end 3");
    client.pass(Duration.ofSeconds(3));
    assertThat(events(2)).containsExactly("batch 0..2", "end 3");
    assertThat(cluster.waitingFaults()).isZero();
  }
}
