package io.toppar.fileoffsets;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The process that the crash tests start and kill: {@code hold} or {@code rise}, layout, folder,
 * first partition, sync interval.
 *
 * <p>It loads the first partition, for {@code rise} {@link #PARTITIONS} of them, and prints {@code
 * loaded N} (or {@code none}) or {@code failed DETAIL} for each. Then {@code hold} waits for the
 * end of its input. {@code rise} goes on from the highest: it stores rising offsets, each in
 * partition first + offset % {@link #PARTITIONS}, and prints {@code done N} for each that
 * completed, with at most {@link #IN_FLIGHT} not yet printed.
 */
final class OffsetWriter {

  static final int IN_FLIGHT = 8;
  static final int PARTITIONS = 3;

  /** So small that a journal is written anew every hundred stores or so. */
  private static final int COMPACT_ABOVE_BYTES = 2000;

  private OffsetWriter() {}

  public static void main(String[] args) throws Exception {
    FileOffsetOptions options =
        FileOffsetOptions.of(Path.of(args[2])).withSyncIntervalMillis(Long.parseLong(args[4]));
    OffsetStore store =
        OffsetLayout.valueOf(args[1]) == OffsetLayout.FILES
            ? new FileOffsetStore(options, new JvmClock())
            : new JournalOffsetStore(options, new JvmClock(), COMPACT_ABOVE_BYTES);
    int first = Integer.parseInt(args[3]);
    if (args[0].equals("rise")) {
      rise(store, first);
    } else {
      hold(store, key(first));
    }
  }

  static OffsetKey key(int partition) {
    return new OffsetKey(new TopicPartition("t", partition), null);
  }

  private static void hold(OffsetStore store, OffsetKey key) throws Exception {
    store.open(completion -> say(completion.outcome()));
    store.load(key, 1);
    while (System.in.read() >= 0) {}
  }

  private static void rise(OffsetStore store, int first) throws Exception {
    Semaphore loading = new Semaphore(0);
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    List<Long> found = new ArrayList<>();
    store.open(
        completion -> {
          if (completion.outcome() instanceof Loaded loaded) {
            found.add(loaded.offset() == null ? 0 : loaded.offset().offset());
            say(loaded);
            loading.release();
          } else if (completion.outcome() instanceof Failed failed) {
            say(failed);
          } else {
            System.out.println("done " + completion.token());
            inFlight.release();
          }
        });
    for (int i = 0; i < PARTITIONS; i++) {
      store.load(key(first + i), 0);
    }
    loading.acquire(PARTITIONS);
    for (long next = found.stream().mapToLong(at -> at).max().orElseThrow() + 1; true; next++) {
      inFlight.acquire();
      store.store(key(first + (int) (next % PARTITIONS)), StoredOffset.of(next), next);
    }
  }

  private static void say(StoreOutcome outcome) {
    if (outcome instanceof Loaded loaded) {
      System.out.println("loaded " + (loaded.offset() == null ? "none" : loaded.offset().offset()));
    } else if (outcome instanceof Failed failed) {
      System.out.println("failed " + failed.detail());
    }
  }
}
