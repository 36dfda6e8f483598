package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the tests of journals ask of them, and the options they share. Stateless. */
final class JournalRig {

  static final Path FOLDER = Path.of("/offs");

  private JournalRig() {}

  static FileOffsetOptions options(FileOps files, long syncMillis) {
    return FileOffsetOptions.of(FOLDER).withFileOps(files).withSyncIntervalMillis(syncMillis);
  }

  static StoreOutcome store(OffsetJournal journal, OffsetKey key, long offset) {
    return journal.store(key, StoredOffset.of(offset), 0).orElseGet(() -> journal.flush(0));
  }

  static void put(OffsetJournal journal, OffsetKey key, long offset) {
    assertThat(store(journal, key, offset)).isEqualTo(new Stored());
  }

  static void assertLoads(OffsetJournal journal, OffsetKey key, long offset) {
    assertThat(journal.load(key)).isEqualTo(new Loaded(StoredOffset.of(offset), null));
  }

  static void assertFails(StoreOutcome outcome, Reason reason, String... said) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isEqualTo(reason);
    assertThat(((Failed) outcome).detail()).contains(said).doesNotContain("\n");
  }

  static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }
}
