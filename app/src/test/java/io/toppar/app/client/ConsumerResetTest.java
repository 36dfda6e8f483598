package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.ResetPolicy;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Starts, bounds and gaps of the log: where reading goes on, and what is told. */
@NullUnmarked
class ConsumerResetTest extends ConsumerFixture {

  private void policy(ResetPolicy policy) {
    reopen(new TestSettings().resetPolicy(policy));
  }

  @Test
  void aPositionThatIsInTheLogAfterAllIsKept() { // B066
    append(T0, 105);
    cluster.inject(
        new BrokerFault.FailPartition(
            FaultTarget.next(RequestFamily.FETCH).of(T0), ErrorCode.OFFSET_OUT_OF_RANGE));
    consumer().assign(List.of(Assignment.at(T0, 100)));

    assertThat(events(3)).containsExactly("batch 100..104", "end 105", "none");
    assertThat(cluster.waitingFaults()).isZero();
  }

  @Test
  void underPolicyErrorAnExpiredOffsetIsOneErrorAndOthersGoOn() { // B070
    policy(ResetPolicy.ERROR);
    append(T0, 5);
    cluster.deleteRecords(T0, 5);
    append(S0, 2);
    consumer().assign(List.of(Assignment.at(T0, 1), Assignment.beginning(S0)));
    List<String> seen = events(6);

    assertThat(seen).filteredOn(event -> event.startsWith("error")).hasSize(1);
    assertThat(seen).contains("error OFFSET_OUT_OF_RANGE", "batch 0..1");
    append(T0, 1);
    append(S0, 1);
    assertThat(events(4)).containsExactly("batch 2..2", "end 3", "none", "none");
    consumer().seek(T0, 5);
    assertThat(events(2)).containsExactly("batch 5..5", "end 6");
  }

  @Test
  void aResetByDurationGoesToTheFirstRecordThatIsYoungEnough() {
    policy(ResetPolicy.byDuration(Duration.ofHours(1)));
    long now = clock.currentTimeMillis();
    for (int minutesAgo : new int[] {180, 61, 59, 1}) {
      cluster.append(T0, MemoryRecord.of("a").at(now - Duration.ofMinutes(minutesAgo).toMillis()));
    }
    cluster.append(T1, MemoryRecord.of("old").at(now - Duration.ofHours(2).toMillis()));
    consumer().assign(List.of(Assignment.stored(T0), Assignment.stored(T1)));

    assertThat(readAll()).as("and nothing of a partition without any").containsExactly(2L, 3L);
    assertThat(consumer().position(T1)).hasValue(1);
  }

  @Test
  void logicalStartsOnAFreshTopicAreLookedUpAndNeverFetched() { // B071
    consumer().assign(List.of(Assignment.end(T0), Assignment.beginning(T1)));

    assertThat(events(3)).containsExactly("end 0", "end 0", "none");
    assertThat(consumer().position(T0)).hasValue(0);
    assertThat(consumer().position(T1)).hasValue(0);
    assertThat(client.watched.requests(BrokerRequest.Fetch.class))
        .flatExtracting(BrokerRequest.Fetch::changed)
        .allSatisfy(asked -> assertThat(asked.fetchOffset()).isZero());
  }

  @Test
  void anOffsetOutsideTheLogIsToldWithItsSideAndTheBounds() { // B072
    policy(ResetPolicy.ERROR);
    append(T0, 50);
    cluster.deleteRecords(T0, 10);
    consumer().assign(List.of(Assignment.at(T0, 5)));
    assertThatThrownBy(() -> consumer().poll(SECOND))
        .isInstanceOf(PartitionException.class)
        .hasMessageContaining("t[0]")
        .hasMessageContaining("offset 5 is before the log start (log start 10, end 50)");

    consumer().seek(T0, 99);
    assertThatThrownBy(() -> consumer().poll(SECOND))
        .isInstanceOf(PartitionException.class)
        .hasMessageContaining("offset 99 is past the log end (log start 10, end 50)");
  }

  @Test
  void aSeekFarPastTheEndFollowsThePolicyAndIsTold() { // B074
    append(T0, 10);
    consumer().assign(List.of(Assignment.at(T0, 100)));
    assertThat(events(2)).containsExactly("reset 100 to 0", "batch 0..9");

    policy(ResetPolicy.LATEST);
    consumer().assign(List.of(Assignment.at(T0, 100)));
    assertThat(events(3)).containsExactly("reset 100 to 10", "end 10", "none");
    append(T0, 1);
    assertThat(events(1)).containsExactly("batch 10..10");

    policy(ResetPolicy.ERROR);
    consumer().assign(List.of(Assignment.at(T0, 100)));
    assertThat(events(2)).containsExactly("error OFFSET_OUT_OF_RANGE", "none");
  }

  @Test
  void thePositionAfterAResetThatWasToldIsWhereItLed() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.at(T0, 2)));
    consumer().pause(List.of(T0));
    cluster.deleteRecords(T0, 10);
    consumer().resume(List.of(T0));

    assertThat(events(1)).containsExactly("reset 2 to 10");
    assertThat(consumer().position(T0)).hasValue(10);
  }

  @Test
  void aTailLongerThanTheLogIsTheWholeLog() { // B067
    policy(ResetPolicy.LATEST);
    append(T0, 10);
    consumer().assign(List.of(Assignment.at(T0, Offsets.tail(200))));
    assertThat(readAll()).isEqualTo(range(0, 10));
  }

  @Test
  void aBatchEmptiedByCompactionMovesThePosition() { // B083
    append(T0, 20);
    append(T0, 5);
    cluster.removeRecords(T0, range(20, 25), true);
    consumer().assign(List.of(Assignment.at(T0, 20)));

    assertThat(events(3)).containsExactly("moved 25", "end 25", "none");
    assertThat(client.watched.servedOffsets(T0)).containsExactly(20L);
  }

  @Test
  void aBatchWithRecordsOnlyBelowThePositionMovesItToItsEnd() { // B084
    append(T0, 90);
    append(T0, 13);
    cluster.removeRecords(T0, List.of(90L, 91L, 92L, 93L, 94L, 95L, 96L, 98L, 100L), true);
    cluster.removeRecords(T0, List.of(101L, 102L), true);
    consumer().assign(List.of(Assignment.at(T0, 100)));

    assertThat(events(3)).containsExactly("moved 103", "end 103", "none");
    assertThat(consumer().position(T0)).hasValue(103);
    append(T0, 1);
    assertThat(events(1)).containsExactly("batch 103..103");
  }

  @Test
  void recordsFarBehindTheOffsetAskedForAreDelivered() { // B087
    append(T0, 151_866);
    append(T0, 4);
    cluster.removeRecords(T0, range(0, 151_866), false);
    cluster.removeRecords(T0, List.of(151_868L), false);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(readAll()).containsExactly(151_866L, 151_867L, 151_869L);
    assertThat(consumer().position(T0)).hasValue(151_870);
  }
}
