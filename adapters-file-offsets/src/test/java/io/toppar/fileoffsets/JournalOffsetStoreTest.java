package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.contracts.CompletionInbox;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The thread and the queue in front of the journal. */
final class JournalOffsetStoreTest {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @TempDir Path directory;

  private final GatedFileOps files = new GatedFileOps();
  private final CompletionInbox inbox = new CompletionInbox();

  /** Every test closes its store, so its thread ends; only then may the folder be cleared away. */
  @AfterEach
  void theThreadEnds() throws InterruptedException {
    files.open();
    for (Thread thread : files.threads()) {
      thread.join(TEN_SECONDS.toMillis());
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void whatWaitsTogetherIsOneWriteAndOneForceAndCompletesAfterwards() {
    JournalOffsetStore store = open(FileOffsetOptions.SYNC_EACH, 1000);
    store.load(key(0), 0);
    files.awaitBlocked();
    for (int token = 1; token <= 500; token++) {
      store.store(key(token % 100), new StoredOffset(token, 4, "m" + token), token);
    }
    assertThat(inbox.tokens()).isEmpty();
    files.open();
    for (int token = 1; token <= 500; token++) {
      assertThat(inbox.await(token)).isEqualTo(new Stored());
    }
    assertThat(files.appended()).isEqualTo(1);
    assertThat(files.appendedForced()).isEqualTo(1);
    store.load(key(7), 501);
    assertThat(inbox.await(501)).isEqualTo(new Loaded(new StoredOffset(407, 4, "m407"), null));
    store.close(TEN_SECONDS);
  }

  @Test
  void aStoreThatNoJournalCanHoldFailsAloneAmongThoseItWaitedWith() {
    JournalOffsetStore store = open(1000, 1000);
    store.load(key(0), 0);
    files.awaitBlocked();
    store.store(key(1), StoredOffset.of(5), 1);
    store.store(key(2), new StoredOffset(6, -1, "x".repeat(70_000)), 2);
    store.store(key(3), StoredOffset.of(7), 3);
    files.open();
    assertThat(inbox.await(1)).isEqualTo(new Stored());
    assertThat(((Failed) inbox.await(2)).reason()).isEqualTo(Reason.BAD_KEY);
    assertThat(inbox.await(3)).isEqualTo(new Stored());
    store.close(TEN_SECONDS);
  }

  @Test
  void anUnexpectedFaultCostsNoOtherOperationAndNothingIsHalfStored() {
    files.open();
    JournalOffsetStore store = open(1000, 1000);
    store.store(key(0), StoredOffset.of(5), 1);
    assertThat(inbox.await(1)).isEqualTo(new Stored());
    files.breakDown(true);
    store.store(key(0), StoredOffset.of(6), 2);
    assertThat(((Failed) inbox.await(2)).detail()).contains("unexpected fault", "please report it");
    files.breakDown(false);
    store.load(key(0), 3);
    assertThat(inbox.await(3)).isEqualTo(new Loaded(StoredOffset.of(5), null));
    store.store(key(0), StoredOffset.of(7), 4);
    assertThat(inbox.await(4)).isEqualTo(new Stored());
    store.close(TEN_SECONDS);
  }

  @Test
  void theIntervalForcesWithoutBeingAsked() {
    JournalOffsetStore store = open(1, 1000);
    files.open();
    store.store(key(0), StoredOffset.of(5), 1);
    files.awaitForced();
    assertThat(files.appendedForced()).isPositive();
    store.close(TEN_SECONDS);
  }

  @Test
  void whatExceedsTheQueueIsRefusedAsBusyInItsTurn() {
    JournalOffsetStore store = open(1000, 2);
    store.load(key(0), 1);
    files.awaitBlocked();
    for (int token = 2; token <= 4; token++) {
      store.store(key(0), StoredOffset.of(token), token);
    }
    files.open();
    assertThat(((Failed) inbox.await(4)).reason()).isEqualTo(Reason.BUSY);
    assertThat(inbox.tokens()).containsExactly(1L, 2L, 3L, 4L);
    store.close(TEN_SECONDS);
  }

  private JournalOffsetStore open(long syncMillis, int queueLimit) {
    JournalOffsetStore store =
        new JournalOffsetStore(
            FileOffsetOptions.of(directory)
                .withFileOps(files)
                .withSyncIntervalMillis(syncMillis)
                .withQueueLimit(queueLimit),
            new JvmClock());
    store.open(inbox);
    assertThat(store.keepsLeaderEpoch()).isTrue();
    assertThat(store.keepsMetadata()).isTrue();
    return store;
  }

  private static OffsetKey key(int partition) {
    return new OffsetKey(new TopicPartition("t", partition), "g");
  }
}
