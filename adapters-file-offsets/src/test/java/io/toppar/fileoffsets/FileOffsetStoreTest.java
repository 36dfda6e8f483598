package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.contracts.CompletionInbox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The thread and the queue in front of the files. */
final class FileOffsetStoreTest {

  private static final OffsetKey T0 = new OffsetKey(new TopicPartition("t", 0), null);
  private static final OffsetKey T1 = new OffsetKey(new TopicPartition("t", 1), null);
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
  void allFileWorkIsDoneByOneThreadOfItsOwnThatDiesWithTheJvm() {
    FileOffsetStore store = open(10);
    store.store(T0, StoredOffset.of(1), 1);
    files.open();
    inbox.await(1);
    store.close(TEN_SECONDS);
    assertThat(files.threads()).hasSize(1);
    Thread thread = files.threads().iterator().next();
    assertThat(thread.getName()).isEqualTo("toppar-offset-files");
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread).isNotEqualTo(Thread.currentThread());
  }

  @Test
  void storesOfOneKeyThatWaitBecomeOneWriteAndCompleteInOrder() {
    FileOffsetStore store = open(1000);
    store.load(T1, 1);
    files.awaitBlocked();
    for (int i = 0; i < 100; i++) {
      store.store(T0, StoredOffset.of(i), 2 + i);
    }
    files.open();
    assertThat(inbox.await(101)).isEqualTo(new Stored());
    assertThat(inbox.tokens().subList(0, 101)).isSorted().hasSize(101);
    assertThat(files.created()).isEqualTo(1);
    assertThat(directory.resolve("t-0.offset")).hasContent("99\n");
    store.close(TEN_SECONDS);
  }

  @Test
  void aLoadBetweenTwoStoresSeesTheFirst() {
    FileOffsetStore store = open(1000);
    store.load(T1, 1);
    files.awaitBlocked();
    store.store(T0, StoredOffset.of(5), 2);
    store.load(T0, 3);
    store.store(T0, StoredOffset.of(6), 4);
    files.open();
    assertThat(inbox.await(3)).isEqualTo(new StoreOutcome.Loaded(StoredOffset.of(5), null));
    inbox.await(4);
    store.close(TEN_SECONDS);
  }

  @Test
  void whatExceedsTheQueueIsRefusedInItsTurnAndNotTried() {
    FileOffsetStore store = open(2);
    store.load(T1, 1);
    files.awaitBlocked();
    store.store(T0, StoredOffset.of(5), 2);
    store.store(T0, StoredOffset.of(6), 3);
    store.store(T0, StoredOffset.of(7), 4);
    assertThat(inbox.tokens()).isEmpty();
    files.open();
    Failed refused = (Failed) inbox.await(4);
    assertThat(refused.reason()).isEqualTo(Reason.BUSY);
    assertThat(refused.detail()).contains("2 operations wait for the disk", "try again later");
    assertThat(inbox.tokens()).isEqualTo(List.of(1L, 2L, 3L, 4L));
    assertThat(directory.resolve("t-0.offset")).hasContent("6\n");
    store.store(T0, StoredOffset.of(8), 5);
    assertThat(inbox.await(5)).isEqualTo(new Stored());
    store.close(TEN_SECONDS);
  }

  @Test
  void whoeverNeverWaitsIsStoppedAtTheCallAndThatOperationHasNoCompletion() {
    FileOffsetStore store = open(2);
    store.load(T1, 1);
    files.awaitBlocked();
    for (int token = 2; token <= 5; token++) {
      store.store(T0, StoredOffset.of(token), token);
    }
    assertThatThrownBy(() -> store.store(T0, StoredOffset.of(6), 6))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("4 operations wait")
        .hasMessageContaining("2 of them to be refused");
    files.open();
    assertThat(((Failed) inbox.await(5)).reason()).isEqualTo(Reason.BUSY);
    assertThat(inbox.tokens()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L));
    store.store(T0, StoredOffset.of(7), 7);
    assertThat(inbox.await(7)).isEqualTo(new Stored());
    store.close(TEN_SECONDS);
  }

  @Test
  void closingGivesUpWaitingAtItsTimeoutAndTheWorkStillEnds() {
    FileOffsetStore store = open(10);
    store.store(T0, StoredOffset.of(5), 1);
    files.awaitBlocked();
    store.close(Duration.ZERO);
    assertThat(inbox.tokens()).isEmpty();
    files.open();
    assertThat(inbox.await(1)).isEqualTo(new Stored());
  }

  @Test
  void anInboxThatThrowsCostsNothingButItsOwnCompletion() {
    FileOffsetStore store = store(10);
    store.open(
        completion -> {
          if (completion.token() == 1) {
            throw new IllegalStateException("planted");
          }
          inbox.post(completion);
        });
    files.open();
    store.store(T0, StoredOffset.of(5), 1);
    store.store(T0, StoredOffset.of(6), 2);
    assertThat(inbox.await(2)).isEqualTo(new Stored());
    store.close(TEN_SECONDS);
  }

  @Test
  void anInboxThatInterruptsTheThreadClosesNoFile() {
    FileOffsetStore store = store(100);
    store.open(
        completion -> {
          Thread.currentThread().interrupt();
          inbox.post(completion);
        });
    store.store(T1, StoredOffset.of(0), 0);
    files.awaitBlocked();
    for (int i = 1; i <= 9; i++) {
      store.store(T0, StoredOffset.of(i), 2L * i);
      store.load(T1, 2L * i + 1);
    }
    files.open();
    for (int i = 1; i <= 9; i++) {
      assertThat(inbox.await(2L * i)).isEqualTo(new Stored());
      assertThat(inbox.await(2L * i + 1)).isInstanceOf(StoreOutcome.Loaded.class);
    }
    store.close(TEN_SECONDS);
    assertThat(directory.resolve("t-0.offset")).hasContent("9\n");
  }

  @Test
  void aStoreClosedFromItsOwnThreadCloses() {
    FileOffsetStore store = store(10);
    store.open(
        completion -> {
          store.close(TEN_SECONDS);
          inbox.post(completion);
        });
    files.open();
    store.store(T0, StoredOffset.of(5), 1);
    assertThat(inbox.await(1)).isEqualTo(new Stored());
    store.load(T0, 2);
    assertThat(((Failed) inbox.await(2)).reason()).isEqualTo(Reason.CLOSED);
  }

  @Test
  void anUnexpectedFaultIsAFailureThatAsksForAReport() {
    files.open();
    FileOffsetStore store = open(10);
    files.breakDown(true);
    store.load(T0, 1);
    Failed failed = (Failed) inbox.await(1);
    assertThat(failed.reason()).isEqualTo(Reason.IO);
    assertThat(failed.detail()).contains("unexpected fault", "please report it");
    files.breakDown(false);
    store.store(T0, StoredOffset.of(5), 2);
    assertThat(inbox.await(2)).isEqualTo(new Stored());
    store.close(TEN_SECONDS);
  }

  @Test
  void aStoreForcesWithinItsIntervalWithoutBeingAsked() throws Exception {
    FileOffsetStore store =
        new FileOffsetStore(
            FileOffsetOptions.of(directory).withFileOps(files).withSyncIntervalMillis(1),
            new JvmClock());
    store.open(inbox);
    files.open();
    store.store(T0, StoredOffset.of(5), 1);
    files.awaitForced();
    store.close(TEN_SECONDS);
  }

  @Test
  void misuseIsSaidAtOnce() {
    FileOffsetStore store = store(10);
    assertThatThrownBy(() -> store.load(T0, 1)).isInstanceOf(IllegalStateException.class);
    store.open(inbox);
    assertThatThrownBy(() -> store.open(inbox)).isInstanceOf(IllegalStateException.class);
    assertThat(store.keepsLeaderEpoch()).isFalse();
    assertThat(store.keepsMetadata()).isFalse();
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    FileOffsetOptions options = FileOffsetOptions.of(directory);
    assertThat(options.syncIntervalMillis()).isEqualTo(1000);
    assertThat(FileOffsetOptions.of(Path.of("offs")).directory()).isAbsolute();
    assertThatThrownBy(() -> options.withSyncIntervalMillis(-2)).hasMessageContaining("-1 (never)");
    assertThatThrownBy(() -> options.withSyncIntervalMillis(86_400_001))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> options.withQueueLimit(0)).hasMessageContaining("below 1");
  }

  private FileOffsetStore open(int queueLimit) {
    FileOffsetStore store = store(queueLimit);
    store.open(inbox);
    return store;
  }

  private FileOffsetStore store(int queueLimit) {
    return new FileOffsetStore(
        FileOffsetOptions.of(directory).withFileOps(files).withQueueLimit(queueLimit),
        new JvmClock());
  }
}
