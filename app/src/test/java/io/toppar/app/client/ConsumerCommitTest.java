package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Commits: by the application's word or by themselves, on time, at a stop, and failing. */
@NullUnmarked
class ConsumerCommitTest extends ConsumerFixture {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final StoreFault.Operation STORE = StoreFault.Operation.STORE;

  @Test
  void positionsGivenAreCommittedAsTheyAreAndAreTheStoredOnesFromThenOn() { // O3, O4
    append(T0, 10);
    append(T1, 4);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    readAll();
    consumer().commit(SECOND);

    Map<TopicPartition, CommitResult> results =
        consumer().commit(Map.of(T0, new StoredOffset(3, 0, "three")), SECOND);

    assertThat(results).containsOnlyKeys(T0);
    assertThat(results.get(T0)).isEqualTo(new CommitResult(T0, ErrorCode.NONE, 3, ""));
    assertThat(kept(T0)).isEqualTo(new StoredOffset(3, 0, "three"));
    assertThat(consumer().committed(List.of(T0), SECOND))
        .containsEntry(T0, new StoredOffset(3, 0, "three"));
    assertThat(client.committed(T1)).isEqualTo(4);
    assertThat(consumer().storedPosition(T0)).hasValue(3);
    client.pass(LONG);
    assertThat(client.committed(T0)).as("not taken back by the interval").isEqualTo(3);
    append(T0, 2);
    readAll();
    client.pass(LONG);
    assertThat(client.committed(T0)).as("what is finished afterwards follows").isEqualTo(12);
  }

  @Test
  void anotherPositionOrOtherMetadataForTheSameIsCommitted() {
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().store(T0, 4, -1, "first");
    consumer().commit(SECOND);
    consumer().store(T0, 4, -1, "second");
    client.pass(LONG);
    assertThat(kept(T0)).as("by interval").isEqualTo(new StoredOffset(4, -1, "second"));

    consumer().store(T0, 4, 0, "third");
    consumer().commit(SECOND);
    assertThat(kept(T0)).as("by hand").isEqualTo(new StoredOffset(4, 0, "third"));
    consumer().store(T0, 4, 0, "");
    consumer().close(SECOND);
    assertThat(kept(T0)).as("at the end").isEqualTo(new StoredOffset(4, 0, ""));
  }

  @Test
  void partitionsThatAreNotAssignedAreCommittedAndLetGoOfAgain() {
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(consumer().commit(Map.of(T1, StoredOffset.of(7)), SECOND).get(T1).isOk()).isTrue();
    assertThat(consumer().committed(List.of(S0), SECOND)).isEmpty();
    client.settle();

    TestClient other = TestClient.over(cluster, clock, new TestSettings(), client.offsets);
    assertThat(
            other.consumer.commit(Map.of(T1, StoredOffset.of(8), S0, StoredOffset.of(1)), SECOND))
        .allSatisfy((name, result) -> assertThat(result.error()).isEqualTo(ErrorCode.NONE));
    assertThat(client.committed(T1)).isEqualTo(8);
  }

  @Test
  void whatTheApplicationIsToldOfACommitIsOfEachPartition() throws Exception {
    append(T0, 5);
    append(T1, 5);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    readAll();
    client.store.inject(new StoreFault.Fail(STORE, StoreOutcome.Reason.IO, "disk is full"));

    CompletionStage<Map<TopicPartition, CommitResult>> all = consumer().commitAsync();
    client.settle();

    Map<TopicPartition, CommitResult> told = new HashMap<>();
    all.thenAccept(told::putAll).toCompletableFuture().get();
    assertThat(told.values()).extracting(CommitResult::isOk).containsExactlyInAnyOrder(true, false);
    assertThat(told.values()).extracting(CommitResult::detail).contains("disk is full");

    List<ErrorCode> one = new ArrayList<>();
    consumer()
        .commitAsync(Map.of(T1, StoredOffset.of(2)))
        .thenAccept(results -> one.add(results.get(T1).error()));
    client.settle();
    assertThat(one).containsExactly(ErrorCode.NONE);
    assertThat(client.committed(T1)).isEqualTo(2);
  }

  @Test
  void onlyWhatIsAssignedIsCommittedByTheIntervalWhateverWasReadOfTheOthers() { // B144, B151
    append(T0, 10);
    append(T1, 30);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    readAll();
    consumer().assign(List.of(Assignment.beginning(T1)));
    client.settle();
    TestClient other = TestClient.over(cluster, clock, new TestSettings(), client.offsets);
    append(T0, 31);
    other.consumer.commit(Map.of(T0, StoredOffset.of(41)), SECOND);
    other.settle();
    assertThat(consumer().committed(List.of(T0, T1), SECOND)).containsKey(T0);

    client.pass(LONG);

    assertThat(client.committed(T0)).isEqualTo(41);
    assertThat(client.committed(T1)).isEqualTo(30);
    consumer().assign(List.of(Assignment.beginning(T1), Assignment.stored(T0)));
    client.pass(LONG);
    assertThat(client.committed(T0)).as("nothing of the earlier assignment").isEqualTo(41);
  }

  @Test
  void aStoredOffsetPastTheEndOfACutLogGivesWayToWhatIsRead() { // B147
    append(T0, 100);
    client.offsets.put(new OffsetKey(T0, TestClient.GROUP), StoredOffset.of(120));
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(consumer().pollEvent(SECOND)).isInstanceOf(ConsumerEvent.PositionReset.class);
    consumer().seek(T0, 100);
    append(T0, 2);
    assertThat(readAll()).isEqualTo(range(100, 102));
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(102);
  }

  @Test
  void afterACutTheLowerPositionIsCommittedAndFollowedForwards() { // B145
    append(T0, 120);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().commit(SECOND);
    assertThat(client.committed(T0)).isEqualTo(120);
    cluster.electUnclean(T0, 2, 100);
    append(T0, 1);
    client.pass(LONG);
    assertThat(client.committed(T0)).as("where reading goes on").isEqualTo(100);
    assertThat(events(3)).containsExactly("reset 120 to 100", "batch 100..100", "end 101");
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(101);
  }

  @Test
  void aPositionWithoutAnEpochIsCommittedOverOneWithAKnownEpoch() { // B149
    reopen(new TestSettings().explicitStore());
    append(T0, 30);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().store(T0, 10, 3, "");
    client.pass(LONG);
    assertThat(kept(T0)).isEqualTo(new StoredOffset(10, 3, ""));
    consumer().store(T0, 20);
    client.pass(LONG);
    assertThat(kept(T0)).isEqualTo(new StoredOffset(20, -1, ""));
  }

  @Test
  void nothingBelowACommitComesAfterIt() { // B162
    append(T0, 101);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).hasSize(101);
    consumer().commit(SECOND);
    cluster.moveLeader(T0, 2);
    client.pass(LONG);
    assertThat(consumer().poll(LONG)).as("a read that times out").isNull();
    append(T0, 3);
    assertThat(readAll()).isEqualTo(range(101, 104));
  }

  @Test
  void aSeekBackIsARewindThatTheIntervalCommits() { // O3
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(10);
    consumer().seek(T0, 2);
    client.pass(LONG);
    assertThat(client.committed(T0)).as("nothing is finished there yet").isEqualTo(10);
    try (RecordBatch batch = consumer().poll(SECOND)) {
      for (Record record : batch) {
        if (record.offset() == 6) {
          break;
        }
      }
    }
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(6);
  }

  @Test
  void aCommitThatFailsHoldsUpNeitherAStopNorTheEnd() { // O9
    append(T0, 10);
    append(T1, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    readAll();
    for (int i = 0; i < 2; i++) {
      client.store.inject(new StoreFault.Fail(STORE, StoreOutcome.Reason.IO, "disk is full"));
    }
    consumer().assign(List.of(Assignment.beginning(T1)));
    client.settle();
    assertThat(client.committed(T0)).as("its stop did not wait for better times").isEqualTo(-1);
    long before = clock.nanoTime();

    consumer().close(LONG);

    assertThat(clock.nanoTime() - before).isLessThan(SECOND.toNanos());
    assertThat(client.committed(T1)).isEqualTo(-1);
  }

  @Test
  void aCommitThatNeverEndsCostsACloseItsTimeoutAndNoMore() { // O9
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    client.store.inject(new StoreFault.Stall(STORE));
    long before = clock.nanoTime();

    consumer().close(Duration.ofSeconds(5));

    assertThat(clock.nanoTime() - before).isLessThanOrEqualTo(Duration.ofSeconds(6).toNanos());
  }

  @Test
  void aStartWaitsForTheStopBeforeItAndThatForItsLastCommit() { // S24
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    client.store.inject(new StoreFault.Stall(STORE));
    consumer().unassign();
    client.settle();
    consumer().assign(List.of(Assignment.stored(T0)));
    client.settle();
    assertThat(consumer().position(T0)).as("waits for the commit").isEmpty();
    CompletionStage<Map<TopicPartition, CommitResult>> behind =
        consumer().commitAsync(Map.of(T0, StoredOffset.of(6)));
    client.settle();

    client.store.resume();
    client.settle();
    assertThat(behind).isCompletedWithValueMatching(results -> results.get(T0).isOk());
    assertThat(client.committed(T0)).as("behind that of the stop").isEqualTo(6);
    assertThat(consumer().position(T0)).as("asked for behind both").hasValue(6);
  }

  private StoredOffset kept(TopicPartition name) {
    return client.offsets.offset(new OffsetKey(name, TestClient.GROUP));
  }
}
