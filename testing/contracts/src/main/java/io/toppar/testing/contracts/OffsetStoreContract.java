package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Deleted;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Listed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Released;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link OffsetStore} has to keep. */
public abstract class OffsetStoreContract {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final List<StoreSession> sessions = new ArrayList<>();
  private @Nullable OffsetStoreFixture fixture;

  /** Called by the test of an adapter. */
  protected OffsetStoreContract() {}

  /** A medium with nothing in it. */
  protected abstract OffsetStoreFixture newFixture();

  @BeforeEach
  void openFixture() {
    fixture = newFixture();
  }

  @AfterEach
  void everythingWasPostedFromOutsideTheCall() {
    sessions.forEach(StoreSession::close);
    fixture().close();
    for (StoreSession session : sessions) {
      assertThat(session.inbox().postedFromInside()).isZero();
      assertThat(session.inbox().tokens()).doesNotHaveDuplicates();
    }
  }

  @Test
  void nothingIsLoadedWhereNothingWasStored() {
    assertThat(newSession().load(t0())).isEqualTo(new Loaded(null, null));
  }

  @Test
  void whatWasStoredIsLoaded() {
    StoreSession session = newSession();
    assertThat(session.store(t0(), 42)).isEqualTo(new Stored());
    assertLoads(session, t0(), 42);
  }

  @Test
  void zeroIsAnOffsetAndNotNone() {
    StoreSession session = newSession();
    session.store(t0(), 0);
    assertLoads(session, t0(), 0);
  }

  @Test
  void theGreatestOffsetIsKept() {
    StoreSession session = newSession();
    session.store(t0(), Long.MAX_VALUE);
    assertLoads(session, t0(), Long.MAX_VALUE);
  }

  @Test
  @DisplayName("a lower and shorter offset replaces a higher one (B127)")
  void aLowerOffsetReplacesAHigherOne() {
    StoreSession session = newSession();
    session.store(t0(), 1000);
    session.store(t0(), 9);
    assertLoads(session, t0(), 9);
  }

  @Test
  void partitionsTopicsAndGroupsAreKeptApart() {
    List<OffsetKey> keys =
        List.of(
            t0(), t1(), key("u", 0, null), key("t", 0, "g1"), key("t", 0, "g2"), key("t", 1, "g1"));
    StoreSession session = newSession();
    for (int i = 0; i < keys.size(); i++) {
      session.store(keys.get(i), 100 + i);
    }
    for (int i = 0; i < keys.size(); i++) {
      assertLoads(session, keys.get(i), 100 + i);
    }
  }

  @Test
  void epochAndMetadataAreKeptOrDeclaredAsNotKept() {
    StoreSession session = newSession();
    session.store(t0(), new StoredOffset(7, 3, "note"));
    int epoch = session.store().keepsLeaderEpoch() ? 3 : -1;
    String metadata = session.store().keepsMetadata() ? "note" : "";
    assertThat(session.load(t0()))
        .isEqualTo(new Loaded(new StoredOffset(7, epoch, metadata), null));
  }

  @Test
  void theNextProcessLoadsWhatThisOneStored() {
    StoreSession first = newSession();
    first.store(t0(), 10);
    first.store(t1(), 20);
    first.close();
    StoreSession second = newSession();
    assertLoads(second, t0(), 10);
    assertLoads(second, t1(), 20);
  }

  @Test
  void aKeyHeldByOneStoreIsRefusedToAnother() {
    StoreSession first = newSession();
    StoreSession second = newSession();
    assumeHeld(first);
    first.store(t0(), 10);
    assertFails(second.load(t0()), Reason.IN_USE);
    assertFails(second.store(t0(), 11), Reason.IN_USE);
    assertLoads(first, t0(), 10);
  }

  @Test
  void whereKeysAreNotHeldTheLastWriteCounts() {
    StoreSession first = newSession();
    StoreSession second = newSession();
    assumeTrue(!first.store().holdsKeys(), "this store holds its keys");
    first.store(t0(), 10);
    assertThat(second.store(t0(), 9)).isEqualTo(new Stored());
    assertLoads(first, t0(), 9);
  }

  @Test
  void loadingTakesHoldOfAKeyToo() {
    StoreSession first = newSession();
    StoreSession second = newSession();
    assumeHeld(first);
    first.load(t0());
    assertFails(second.store(t0(), 11), Reason.IN_USE);
  }

  @Test
  void twoStoresMayHoldDifferentKeysUnlessOneHoldsTheWholeMedium() {
    StoreSession first = newSession();
    StoreSession second = newSession();
    assertThat(first.store(t0(), 10)).isEqualTo(new Stored());
    if (fixture().keysAreApart()) {
      assertThat(second.store(t1(), 20)).isEqualTo(new Stored());
    } else {
      assertFails(second.store(t1(), 20), Reason.IN_USE);
      first.release(t0());
      assertThat(second.store(t1(), 20)).isEqualTo(new Stored());
    }
  }

  @Test
  void aReleasedKeyIsFreeForAnotherStore() {
    StoreSession first = newSession();
    StoreSession second = newSession();
    first.store(t0(), 10);
    assertThat(first.release(t0())).isEqualTo(new Released());
    assertLoads(second, t0(), 10);
    if (first.store().holdsKeys()) {
      assertFails(first.store(t0(), 12), Reason.IN_USE);
    }
  }

  @Test
  void aReleasedKeyMayBeTakenAgain() {
    StoreSession session = newSession();
    session.store(t0(), 10);
    session.release(t0());
    assertLoads(session, t0(), 10);
    assertThat(session.store(t0(), 11)).isEqualTo(new Stored());
  }

  @Test
  void releasingAKeyThatIsNotHeldSucceeds() {
    assertThat(newSession().release(t0())).isEqualTo(new Released());
  }

  @Test
  void closingFreesEveryKey() {
    StoreSession first = newSession();
    first.store(t0(), 10);
    first.load(t1());
    first.close();
    StoreSession second = newSession();
    assertLoads(second, t0(), 10);
    assertThat(second.store(t1(), 1)).isEqualTo(new Stored());
  }

  @Test
  void aDeletedKeyHasNoOffsetUntilOneIsStoredAgain() {
    if (!fixture().deletes()) {
      StoreSession session = newSession();
      assertThatThrownBy(() -> session.delete(t0()))
          .isInstanceOf(UnsupportedOperationException.class);
      return;
    }
    StoreSession session = newSession();
    session.store(t0(), 10);
    session.store(t1(), 20);
    assertThat(session.delete(t0())).isEqualTo(new Deleted());
    assertThat(session.load(t0())).isEqualTo(new Loaded(null, null));
    assertThat(session.delete(t0())).isEqualTo(new Deleted());
    session.close();
    StoreSession next = newSession();
    assertThat(next.load(t0())).isEqualTo(new Loaded(null, null));
    assertLoads(next, t1(), 20);
    assertThat(next.store(t0(), 5)).isEqualTo(new Stored());
    assertLoads(next, t0(), 5);
  }

  @Test
  void aKeyHeldByOneStoreIsNotDeletedByAnother() {
    if (!fixture().deletes()) {
      return;
    }
    StoreSession first = newSession();
    StoreSession second = newSession();
    assumeHeld(first);
    first.store(t0(), 10);
    assertFails(second.delete(t0()), Reason.IN_USE);
    assertLoads(first, t0(), 10);
  }

  @Test
  void everythingOfAGroupIsListedAndNothingOfAnother() {
    String group = String.valueOf(fixture().group("g1"));
    StoreSession session = newSession();
    if (!fixture().lists()) {
      assertThatThrownBy(() -> session.list(group))
          .isInstanceOf(UnsupportedOperationException.class);
      return;
    }
    assertThat(session.list(group)).isEqualTo(new Listed(Map.of(), List.of()));
    session.store(key("t", 0, "g1"), 10);
    session.store(key("u", 0, "g1"), 0);
    session.store(key("t", 0, "g2"), 30);
    Listed listed =
        new Listed(
            Map.of(
                key("t", 0, "g1"), StoredOffset.of(10),
                key("u", 0, "g1"), StoredOffset.of(0)),
            List.of());
    assertThat(session.list(group)).isEqualTo(listed);
    assertThat(newSession().list(group)).as("by another process").isEqualTo(listed);
  }

  @Test
  void syncSucceedsWithAndWithoutSomethingToSync() {
    StoreSession session = newSession();
    assertThat(session.sync()).isEqualTo(new Synced());
    session.store(t0(), 10);
    assertThat(session.sync()).isEqualTo(new Synced());
    assertLoads(session, t0(), 10);
  }

  @Test
  void operationsOnOneKeyCompleteInTheOrderGiven() {
    StoreSession session = newSession();
    OffsetStore store = session.store();
    for (long offset = 0; offset < 300; offset += 3) {
      StoredOffset stored = StoredOffset.of(offset);
      session.inbox().submit(() -> store.store(t0(), stored, session.nextToken()));
      session.inbox().submit(() -> store.load(t0(), session.nextToken()));
      session.inbox().submit(() -> store.store(t0(), stored, session.nextToken()));
    }
    session.close();
    assertThat(session.inbox().tokens()).isEqualTo(LongStream.rangeClosed(1, 300).boxed().toList());
    for (long token = 2; token <= 300; token += 3) {
      assertThat(session.inbox().await(token))
          .isEqualTo(new Loaded(StoredOffset.of(token - 2), null));
    }
  }

  @Test
  void everyOperationOfManyThreadsCompletesOnce() throws Exception {
    StoreSession session = newSession();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      OffsetKey key = key("t", i, null);
      threads.add(new Thread(() -> storeRising(session, key, 250)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    session.sync();
    assertThat(session.inbox().tokens()).hasSize(1001).doesNotHaveDuplicates();
    for (int i = 0; i < 4; i++) {
      assertLoads(session, key("t", i, null), 249);
    }
  }

  @Test
  void aFailedLoadIsNotNothing() {
    assumeFails();
    StoreSession first = newSession();
    first.store(t0(), 10);
    first.close();
    StoreSession next = newSession();
    fixture().failLoads(t0());
    assertBroken(next.load(t0()));
    fixture().heal();
    assertLoads(next, t0(), 10);
  }

  @Test
  void aFailedStoreKeepsTheLastGoodOffset() {
    assumeFails();
    StoreSession session = newSession();
    session.store(t0(), 10);
    fixture().failStores(t0());
    assertBroken(session.store(t0(), 11));
    assertLoads(session, t0(), 10);
    fixture().heal();
    assertThat(session.store(t0(), 12)).isEqualTo(new Stored());
    assertLoads(session, t0(), 12);
  }

  @Test
  void aFailedStoreOfOneKeyLeavesTheOthersAlone() {
    assumeFails();
    StoreSession session = newSession();
    fixture().failStores(t0());
    assertBroken(session.store(t0(), 11));
    if (!fixture().keysAreApart()) {
      fixture().heal();
    }
    assertThat(session.store(t1(), 20)).isEqualTo(new Stored());
    assertLoads(session, t1(), 20);
    assertThat(session.load(t0())).isEqualTo(new Loaded(null, null));
  }

  @Test
  void aFailedSyncIsSaidAndTheOffsetIsStillThere() {
    assumeTrue(fixture().failsSyncs(), "a sync has nothing to do here");
    StoreSession session = newSession();
    session.store(t0(), 10);
    fixture().failSyncs();
    assertFails(session.sync(), Reason.IO);
    fixture().heal();
    assertLoads(session, t0(), 10);
    assertThat(session.sync()).isEqualTo(new Synced());
  }

  @Test
  void closingFinishesWhatWasSubmitted() {
    StoreSession session = newSession();
    OffsetStore store = session.store();
    for (int i = 0; i < 100; i++) {
      StoredOffset offset = StoredOffset.of(i);
      session.inbox().submit(() -> store.store(t0(), offset, session.nextToken()));
    }
    session.close();
    assertThat(session.inbox().tokens()).hasSize(100);
    assertLoads(newSession(), t0(), 99);
  }

  @Test
  void aClosedStoreRefusesEveryOperation() {
    StoreSession session = newSession();
    session.store(t0(), 10);
    session.close();
    assertFails(session.load(t0()), Reason.CLOSED);
    assertFails(session.store(t0(), 11), Reason.CLOSED);
    assertFails(session.sync(), Reason.CLOSED);
    assertFails(session.release(t0()), Reason.CLOSED);
    assertLoads(newSession(), t0(), 10);
  }

  @Test
  void closingTwiceIsClosingOnce() {
    StoreSession session = newSession();
    session.store(t0(), 10);
    session.store().close(TEN_SECONDS);
    session.store().close(TEN_SECONDS);
    assertThat(session.inbox().tokens()).hasSize(1);
  }

  @Test
  void aStoreThatWasNeverUsedCloses() {
    fixture().newStore().close(TEN_SECONDS);
    newSession().close();
  }

  private static void storeRising(StoreSession session, OffsetKey key, int count) {
    for (int i = 0; i < count; i++) {
      StoredOffset offset = StoredOffset.of(i);
      session.inbox().submit(() -> session.store().store(key, offset, session.nextToken()));
    }
  }

  private static void assertLoads(StoreSession session, OffsetKey key, long offset) {
    assertThat(session.load(key)).isEqualTo(new Loaded(StoredOffset.of(offset), null));
  }

  private static void assertFails(StoreOutcome outcome, Reason reason) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isEqualTo(reason);
    assertThat(((Failed) outcome).detail()).isNotBlank().doesNotContain("\n");
  }

  /** The medium cannot, or will not. */
  private static void assertBroken(StoreOutcome outcome) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isIn(Reason.IO, Reason.REFUSED);
    assertThat(((Failed) outcome).detail()).isNotBlank().doesNotContain("\n");
  }

  private StoreSession newSession() {
    StoreSession session = new StoreSession(fixture().newStore());
    sessions.add(session);
    return session;
  }

  private OffsetStoreFixture fixture() {
    if (fixture == null) {
      throw new IllegalStateException("the fixture is made before each test");
    }
    return fixture;
  }

  private OffsetKey t0() {
    return key("t", 0, null);
  }

  private OffsetKey t1() {
    return key("t", 1, null);
  }

  private OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), fixture().group(group));
  }

  private static void assumeHeld(StoreSession session) {
    assumeTrue(session.store().holdsKeys(), "this store does not hold its keys");
  }

  private void assumeFails() {
    assumeTrue(fixture().fails(), "nothing can be broken here on request");
  }
}
