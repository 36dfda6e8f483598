package io.toppar.fileoffsets;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/**
 * The process that the crash tests start and kill: {@code hold} or {@code rise}, folder, partition,
 * sync interval.
 *
 * <p>It prints {@code loaded N} (or {@code none}) or {@code failed DETAIL} first. Then {@code hold}
 * waits for the end of its input, and {@code rise} stores rising offsets and prints {@code done N}
 * for each that completed, with at most {@link #IN_FLIGHT} not yet printed.
 */
final class OffsetWriter {

  static final int IN_FLIGHT = 8;

  private OffsetWriter() {}

  public static void main(String[] args) throws Exception {
    FileOffsetOptions options =
        FileOffsetOptions.of(Path.of(args[1])).withSyncIntervalMillis(Long.parseLong(args[3]));
    FileOffsetStore store = new FileOffsetStore(options, new JvmClock());
    OffsetKey key = new OffsetKey(new TopicPartition("t", Integer.parseInt(args[2])), null);
    if (args[0].equals("rise")) {
      rise(store, key);
    } else {
      hold(store, key);
    }
  }

  private static void hold(FileOffsetStore store, OffsetKey key) throws Exception {
    store.open(completion -> say(completion.outcome()));
    store.load(key, 1);
    while (System.in.read() >= 0) {}
  }

  private static void rise(FileOffsetStore store, OffsetKey key) throws Exception {
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    long[] first = {-1};
    inFlight.acquire(IN_FLIGHT);
    store.open(
        completion -> {
          if (completion.outcome() instanceof Loaded loaded) {
            first[0] = loaded.offset() == null ? 0 : loaded.offset().offset();
            say(loaded);
            inFlight.release(IN_FLIGHT);
          } else if (completion.outcome() instanceof Failed failed) {
            say(failed);
          } else {
            System.out.println("done " + completion.token());
            inFlight.release();
          }
        });
    store.load(key, 0);
    inFlight.acquire();
    for (long next = first[0] + 1; true; next++) {
      store.store(key, StoredOffset.of(next), next);
      inFlight.acquire();
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
